import { randomUUID } from 'node:crypto';
import { Network } from '@wusd/api-sdk/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../src/platform/database/database.ts';
import { editBankAccount, saveBankAccount } from '../src/domains/destinations/bank-accounts/accounts.ts';
import { transitionBankAccountWithin } from '../src/domains/destinations/bank-accounts/transitions.ts';
import { bankAccountStates } from '../src/domains/destinations/bank-accounts/states.ts';
import {
  transitionAddress,
  transitionAddressWithin,
} from '../src/domains/destinations/blockchain-addresses/addresses.ts';
import { advanceDeposits, decideCryptoDeposit } from '../src/domains/transfers/crypto/deposits.ts';
import { scanChains } from '../src/domains/transfers/crypto/scan.ts';
import { followWithdrawals } from '../src/domains/transfers/crypto/follow-withdrawals.ts';
import { sendWithdrawals } from '../src/domains/transfers/crypto/send-withdrawals.ts';
import { cryptoWithdrawalStates } from '../src/domains/transfers/crypto/withdrawal-states.ts';
import { transitionWithdrawal } from '../src/domains/transfers/core/withdrawals.ts';
import { cryptoWithdrawals } from '../src/domains/transfers/crypto/withdrawals.ts';
import { lockCustomer } from '../src/commands/customers.ts';
import { cryptoDepositStates } from '../src/domains/transfers/crypto/deposit-states.ts';
import { destinationStates } from '../src/domains/destinations/states.ts';
import { fiatDepositStates } from '../src/domains/transfers/fiat/deposit-states.ts';
import { declareDeposit } from '../src/domains/transfers/fiat/declared-deposits.ts';
import { reverseFiatDeposit, transitionFiatDeposit } from '../src/domains/transfers/fiat/deposits.ts';
import { receiveWire } from '../src/domains/transfers/fiat/incoming-wires.ts';
import { acceptFiatWithdrawals, instructBanks } from '../src/domains/transfers/fiat/pay-withdrawals.ts';
import { readStatements } from '../src/domains/transfers/fiat/statements.ts';
import { fiatWithdrawalStates } from '../src/domains/transfers/fiat/withdrawal-states.ts';
import { fiatWithdrawals } from '../src/domains/transfers/fiat/withdrawals.ts';
import { markTransferredManually } from '../src/domains/operations/fiat.ts';
import { expireOrders, transitionOrder } from '../src/domains/exchange/otc/orders.ts';
import { settleOrders } from '../src/domains/exchange/otc/settle.ts';
import { orderStates } from '../src/domains/exchange/otc/states.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import { askFiatWithdrawal, payees, saveOldBankAccount } from '../testing/fiat.ts';
import { nameOf, pathsThrough, type Step } from '../testing/paths.ts';
import { createSwapCustomer, prepareSwap, submitSwap, type SwapCustomer } from '../testing/swap-customers.ts';
import { askWithdrawal, saveOldAddress } from '../testing/withdrawals.ts';
import { createDatabase, eventually, fundedDemoCustomer, mei, startNode } from '../testing/harness.ts';
import { memberOf } from '../src/platform/registry/lookup.ts';
import { present } from '../testing/present.ts';

// Every way through every machine that moves money, as the machine itself names them: each is walked with the real acts of those who make
// its moves, and what is left in the books adds up.

const database = await createDatabase();
const node = await startNode(database, { sandboxPace: 'manual' });
afterAll(() => node[Symbol.asyncDispose]());
const { services } = node.server;
const { db, clock, vault } = services;
let customerId: string;
beforeAll(async () => {
  customerId = await fundedDemoCustomer(node);
});
beforeEach(() => db.deleteFrom('throttle').execute());
afterEach(async () => expect(await reconcile(services)).toEqual([]));

const happen = (type: 'confirmations' | 'reorganisation' | 'reversion', subjectId: string) =>
  node.api.sandbox.createEvent({ type, subjectId });
/** What was made of an entity, as its history has it. */
async function madeOf(name: string, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('state_log')
    .select('to_status')
    .where('entity_id', '=', `${name}:${id}`)
    .orderBy('version')
    .execute();
  return rows.map(({ to_status: to }) => to);
}
/** A state that somebody moves an entity to by a decision. @throws Error where it is none of these */
const decisionOf = <S extends string>(decisions: readonly S[], to: string): S => present(memberOf(decisions, to));
const said = <S extends string>(path: Step<S>[]): S[] =>
  path.flatMap(({ from, to }, index) => (index === 0 ? [from, to] : [to]));

describe('a deposit', () => {
  test.each(pathsThrough(cryptoDepositStates, 'processing').map((path) => [nameOf(path), path] as const))(
    'goes from %s',
    async (_, path) => {
      const isHeld = path.some(({ to }) => to === 'to be confirmed');
      const { reference: hash } = await node.api.sandbox.createEvent({
        type: 'chain-transfer',
        subjectId: mei.username,
        networkId: Network.Polygon,
        money: { currency: 'WUSD', amount: '12.5' },
        ...(isHeld && { outcome: 'high-risk' }),
      });
      const { id } = await eventually(async () => {
        await scanChains(services);
        return db.selectFrom('crypto_transaction').select('id').where('hash', '=', hash).executeTakeFirst();
      });
      for (const { to, actor } of path) {
        if (actor === 'Operations')
          await decideCryptoDeposit(services, id, {
            to: decisionOf(['completed', 'rejected'], to),
            actor,
            operator: 'priya',
            reason: 'not-yours',
          });
        else {
          await happen(to === 'failed' ? 'reorganisation' : 'confirmations', id);
          await advanceDeposits(services);
        }
      }
      expect(await madeOf('deposit', id)).toEqual(said(path));
    },
  );
});

describe('a withdrawal', () => {
  const later = (): Date => new Date(clock.now().getTime() + 60 * 60_000);
  const due = (id: string, at: Date) =>
    db.updateTable('crypto_transaction').set({ due_at: at }).where('id', '=', id).execute();
  let next = 800n;

  test.each(pathsThrough(cryptoWithdrawalStates, 'to be processed').map((path) => [nameOf(path), path] as const))(
    'goes from %s',
    async (_, path) => {
      const addressId = await saveOldAddress(services, customerId, 3, simulatedAddress(3, (next += 1n)));
      // What waits is let go on by its driver alone.
      const id = await askWithdrawal(services, { customerId, addressId, amount: '10', payoutsFrom: later() });
      const until = (status: string) =>
        eventually(async () => {
          await sendWithdrawals(services);
          await followWithdrawals(services);
          const row = await db
            .selectFrom('crypto_transaction')
            .select('status')
            .where('id', '=', id)
            .executeTakeFirst();
          return row?.status === status ? true : undefined;
        });
      const drivers: Record<string, () => Promise<unknown>> = {
        async 'to be processed > processing'() {
          await due(id, clock.now());
          await until('processing');
        },
        async 'to be processed > to be confirmed'() {
          await transitionAddress(services, addressId, { to: 'disabled', actor: 'Operations' });
          await due(id, clock.now());
          await until('to be confirmed');
          await transitionAddress(services, addressId, { to: 'active', actor: 'Operations' });
        },
        async 'to be confirmed > to be processed'() {
          await due(id, later());
          await transitionWithdrawal(services, cryptoWithdrawals, id, {
            to: 'to be processed',
            actor: 'Operations',
            operator: 'priya',
          });
        },
        async 'processing > completed'() {
          await happen('confirmations', id);
          await until('completed');
        },
        async 'processing > failed'() {
          await happen('reversion', id);
          await until('failed');
        },
        async 'processing > to be confirmed'() {
          const signed = await db
            .selectFrom('signed_tx')
            .selectAll()
            .where('withdrawal_id', '=', id)
            .orderBy('attempt', 'desc')
            .executeTakeFirstOrThrow();
          await db.deleteFrom('sandbox_broadcast').where('hash', '=', signed.hash).execute();
          const raw = JSON.stringify({ sender: signed.sender, nonce: signed.nonce, price: '999' });
          await db
            .insertInto('sandbox_broadcast')
            .values({ network_id: 3, hash: randomUUID(), raw, at: clock.now(), confirmations: 99 })
            .execute();
          await until('to be confirmed');
        },
      };
      for (const { from, to, actor } of path) {
        const decide = () =>
          transitionWithdrawal(services, cryptoWithdrawals, id, { to, actor, reason: 'at-your-request' });
        await (drivers[`${from} > ${to}`] ?? decide)();
      }
      expect(await madeOf('withdrawal', id)).toEqual(said(path));
    },
  );
});

describe('a wire', () => {
  // Declared, or seen without that.
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
      // What nobody suspects is credited in the same breath.
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

describe('a saved address', () => {
  test.each(pathsThrough(destinationStates, 'pending add').map((path) => [nameOf(path), path] as const))(
    'goes from %s',
    async (_, path) => {
      const id = randomUUID();
      // In one transaction: no worker sees it on its way.
      await transact(db, async (trx) => {
        const now = clock.now();
        await sql`
          insert into blockchain_address (id, customer_id, label, network_id, address, status, payouts_from, created_at, updated_at)
          values (${id}, ${customerId}, 'Cold', 3, ${id}, 'pending add', ${now}, ${now}, ${now})
        `.execute(trx);
        for (const { to, actor } of path) await transitionAddressWithin(trx, services, id, { to, actor });
      });
      expect(await madeOf('destination', id)).toEqual(said(path).slice(1));
    },
  );
});

describe('a bank account', () => {
  const fields = payees['FPS HKD'];
  const ways = pathsThrough(bankAccountStates, 'pending add');

  test('walks every way', async () => {
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

describe('an order', () => {
  let customer: SwapCustomer;
  beforeAll(async () => {
    customer = await createSwapCustomer(services, 0);
  });
  const starts = ['pending approval', 'processing'] as const;
  const paths = starts.flatMap((start) => pathsThrough(orderStates, start));

  test.each(paths.map((path) => [nameOf(path), path] as const))('goes from %s', async (_, path) => {
    const isShort = path.some(({ to }) => to === 'failed');
    const api = customer.at(node.baseUrl);
    const isLarge = path[0]?.from === 'pending approval';
    const swap = await prepareSwap(services, api, {
      payCurrency: 'WUSD',
      receiveCurrency: 'USD',
      payAmount: isLarge ? '260000.00' : '20.00',
    });
    if (!swap) throw new Error('The swap is blocked');
    // More than the desk has: ninety million dollars.
    if (isShort) await db.updateTable('quote').set({ receive: '9000000000' }).where('id', '=', swap.quoteId).execute();
    const { id } = await submitSwap(api, swap);
    for (const { from, to, actor } of path) {
      if (from === 'processing') await settleOrders(services);
      else if (to === 'rate expired') {
        await db.updateTable('otc_order').set({ due_at: clock.now() }).where('id', '=', id).execute();
        await expireOrders(services);
      } else
        await transitionOrder(services, id, {
          to: decisionOf(['processing', 'rejected', 'order cancelled'], to),
          actor,
          reason: 'at-your-request',
        });
    }
    await eventually(async () => ((await madeOf('order', id)).length > path.length ? true : undefined));
    expect(await madeOf('order', id)).toEqual(said(path));
  });
});
