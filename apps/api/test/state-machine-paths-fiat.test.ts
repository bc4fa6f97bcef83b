import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../src/platform/database/database.ts';
import { editBankAccount, saveBankAccount } from '../src/domains/destinations/bank-accounts/accounts.ts';
import { transitionBankAccountWithin } from '../src/domains/destinations/bank-accounts/transitions.ts';
import { bankAccountStates } from '../src/domains/destinations/bank-accounts/states.ts';
import { transitionWithdrawal } from '../src/domains/transfers/core/withdrawals.ts';
import { lockCustomer } from '../src/commands/customers.ts';
import { fiatDepositStates } from '../src/domains/transfers/fiat/deposit-states.ts';
import { declareDeposit } from '../src/domains/transfers/fiat/declared-deposits.ts';
import { reverseFiatDeposit, transitionFiatDeposit } from '../src/domains/transfers/fiat/deposits.ts';
import { receiveWire } from '../src/domains/transfers/fiat/incoming-wires.ts';
import { acceptFiatWithdrawals, instructBanks } from '../src/domains/transfers/fiat/pay-withdrawals.ts';
import { readStatements } from '../src/domains/transfers/fiat/statements.ts';
import { fiatWithdrawalStates } from '../src/domains/transfers/fiat/withdrawal-states.ts';
import { fiatWithdrawals } from '../src/domains/transfers/fiat/withdrawals.ts';
import { markTransferredManually } from '../src/domains/operations/fiat.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { askFiatWithdrawal, payees, saveOldBankAccount } from '../testing/fiat.ts';
import { decisionOf, historiesIn, nameOf, pathsThrough, said } from '../testing/paths.ts';
import { createDemoDatabase, eventually, fundedDemoCustomer, startNode } from '../testing/harness.ts';

// Every path through the state machines of bank transfers and bank accounts. Each transition uses the command or job
// that makes it in production, and the ledger reconciles afterwards.

const node = await startNode(await createDemoDatabase(), { sandboxPace: 'manual' });
afterAll(() => node[Symbol.asyncDispose]());
const { services } = node.server;
const { db, clock, vault } = services;
let customerId: string;
beforeAll(async () => {
  customerId = await fundedDemoCustomer(node);
});
beforeEach(() => db.deleteFrom('throttle').execute());
afterEach(async () => expect(await reconcile(services)).toEqual([]));

const madeOf = historiesIn(db);

describe('a wire', () => {
  // A wire is declared first, or seen without a declaration.
  const paths = (['to be confirmed', 'processing'] as const).flatMap((start) => pathsThrough(fiatDepositStates, start));

  test.each(paths.map((path) => [nameOf(path), path] as const))('goes from %s', async (_, path) => {
    const start = path[0]?.from;
    const isHeld = path.some(({ from, actor }) => from === 'processing' && actor === 'Operations');
    const money = { currency: 'SGD', amount: 5000n, partnerId: 'dbs' };
    const arrive = (line: string): Promise<string> =>
      transact(db, async (trx) => {
        const risk = isHeld ? 'high' : 'low';
        const said = { partner_id: 'dbs', line, currency: 'SGD', amount: '5000', seen_at: clock.now() };
        await trx
          .insertInto('bank_line')
          .values({ ...said, kind: 'credit', details_sealed: null })
          .execute();
        return receiveWire(trx, services, { ...money, customerId, line, risk, from: 'bank' });
      });
    const id =
      start === 'processing'
        ? await arrive(randomUUID())
        : await transact(db, (trx) =>
            declareDeposit(trx, services, { ...money, customerId, remark: undefined, receipts: [] }),
          );
    for (const { from, to, actor } of path) {
      if (to === 'processing') expect(await arrive(randomUUID())).toBe(id);
      else if (from === 'completed')
        expect(await reverseFiatDeposit(services, id, 'not-yours', 'priya')).toMatch(/^dbs:/);
      else if (actor !== 'system')
        await transitionFiatDeposit(services, id, {
          to: decisionOf(['completed', 'cancelled', 'rejected'], to),
          actor,
          reason: 'not-yours',
        });
      // An unsuspicious wire is credited in the same step.
      else expect(from).toBe('processing');
    }
    expect(await madeOf('deposit', id)).toEqual(said(path));
  });
});

describe('a withdrawal to a bank', () => {
  let account: string;
  beforeAll(async () => {
    account = await saveOldBankAccount(services, customerId);
  });
  const ways = pathsThrough(fiatWithdrawalStates, 'to be processed');

  test.each(ways.map((path) => [nameOf(path), path] as const))('goes from %s', async (_, path) => {
    const later = new Date(clock.now().getTime() + 60 * 60_000);
    const id = await askFiatWithdrawal(services, {
      customerId,
      bankAccountId: account,
      amount: '10.00',
      payoutsFrom: later,
    });
    const until = (status: string) =>
      eventually(async () => {
        await acceptFiatWithdrawals(services);
        await instructBanks(services);
        await readStatements(services);
        const row = await db
          .selectFrom('fiat_transaction')
          .select(['status', 'instructed_at'])
          .where('id', '=', id)
          .executeTakeFirst();
        return row?.status === status && (status !== 'processing' || row.instructed_at) ? true : undefined;
      });
    const told = (type: 'settlement' | 'refusal' | 'bank-return') =>
      node.api.sandbox.createEvent({ type, subjectId: id });
    const drivers: Record<string, () => Promise<unknown>> = {
      async 'to be processed > processing'() {
        await db.updateTable('fiat_transaction').set({ due_at: clock.now() }).where('id', '=', id).execute();
        await until('processing');
      },
      async 'processing > completed'() {
        await told('settlement');
        await until('completed');
      },
      async 'processing > failed'() {
        await told('refusal');
        await until('failed');
      },
      async 'completed > failed'() {
        await told('bank-return');
        await until('failed');
      },
      async 'processing > transferred manually'() {
        const line = randomUUID();
        await db
          .insertInto('sandbox_statement')
          .values({ partner_id: 'dbs', line, kind: 'debit', reference: '', currency: 'SGD', amount: '1000' })
          .execute();
        await eventually(async () => {
          await readStatements(services);
          return db.selectFrom('bank_line').select('line').where('line', '=', line).executeTakeFirst();
        });
        await markTransferredManually(services, id, `dbs:${line}`, 'priya');
      },
    };
    for (const { from, to, actor } of path) {
      const decide = () =>
        transitionWithdrawal(services, fiatWithdrawals, id, { to, actor, reason: 'at-your-request' });
      await (drivers[`${from} > ${to}`] ?? decide)();
    }
    expect(await madeOf('fiat withdrawal', id)).toEqual(said(path));
  });
});

describe('a bank account', () => {
  const fields = payees['FPS HKD'];
  const ways = pathsThrough(bankAccountStates, 'pending add');

  test('follows every path', async () => {
    expect(ways.length).toBeGreaterThan(20);
    for (const path of ways) {
      const id = await transact(db, async (trx) => {
        const customer = await lockCustomer(trx, vault, customerId);
        const made = await saveBankAccount(trx, services, customer, fields());
        for (const { from, to, actor } of path)
          await (from === 'active' && to === 'pending add'
            ? editBankAccount(trx, services, customer, made, fields())
            : transitionBankAccountWithin(trx, services, made, { to, actor }));
        return made;
      });
      expect(await madeOf('bank account', id), nameOf(path)).toEqual(said(path));
    }
  });
});
