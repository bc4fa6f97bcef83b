import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '../src/platform/database/database.ts';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { declareDeposit } from '../src/domains/transfers/fiat/declared-deposits.ts';
import { transitionFiatDeposit } from '../src/domains/transfers/fiat/deposits.ts';
import { isWithin } from '../src/domains/transfers/fiat/matching.ts';
import { readStatements } from '../src/domains/transfers/fiat/statements.ts';
import { readMatchingTolerance } from '../src/domains/transfers/fiat/terms.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { simulateStatementCredit } from '../src/sandbox/wires.ts';
import { createDemoDatabase, eventually, mei, startNode } from '../testing/harness.ts';

// A credit closes only the declaration with the customer's reference and a matching amount.

const node = await startNode(await createDemoDatabase(), { sandboxPace: 'manual' });
afterAll(() => node[Symbol.asyncDispose]());
const { services } = node.server;
const { db, vault } = services;
const bank = { currency: 'USD', partnerId: 'dbs' };
let customer: { id: string; reference: string };

const balance = async (): Promise<bigint> => {
  const { posted } = await db
    .selectFrom('account')
    .select('posted')
    .where('owner', '=', customer.id)
    .where('asset', '=', 'USD')
    .executeTakeFirstOrThrow();
  return BigInt(posted);
};
beforeAll(async () => {
  const { id = '', reference = '' } = (await findCustomerByEmail(db, vault, mei.username)) ?? {};
  customer = { id, reference };
  await eventually(async () => ((await balance()) === 1_825_000n ? true : undefined));
});

const declare = (amount: bigint): Promise<string> =>
  transact(db, (trx) =>
    declareDeposit(trx, services, { ...bank, customerId: customer.id, amount, remark: undefined, receipts: [] }),
  );

/** @returns the deposit that the credit created or closed */
async function receive(amount: bigint): Promise<string> {
  const line = await simulateStatementCredit(db, { ...bank, reference: customer.reference, amount, sender: '' });
  // The workers also read statements, and the second reader skips a locked one.
  return eventually(async () => {
    await readStatements(services);
    const row = await db.selectFrom('bank_line').select('entity_id').where('line', '=', line).executeTakeFirst();
    return row?.entity_id ?? undefined;
  });
}

const depositOf = (id: string) =>
  db
    .selectFrom('fiat_transaction')
    .select(['id', 'status', 'amount', 'declared'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('a wire of 9,000 dollars does not close a declaration of 20', async () => {
  const declared = await declare(2_000n);
  const made = await receive(900_000n);
  expect(made).not.toBe(declared);
  expect(await depositOf(made)).toMatchObject({ status: 'completed', amount: '900000', declared: null });
  expect(await depositOf(declared)).toMatchObject({ status: 'to be confirmed', amount: '2000' });
  // The declared wire closes it later, even with a bank charge deducted.
  expect(await receive(1_900n)).toBe(declared);
});

test('the received amount is credited, and a credit closes only a declaration of a similar amount', async () => {
  const tolerance = await readMatchingTolerance(db, 'USD');
  const amounts = fc.array(fc.oneof(fc.bigInt(1_000n, 12_000n), fc.bigInt(1_000n, 2_000_000n)), {
    minLength: 1,
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(amounts, amounts, async (declared, received) => {
      const before = await balance();
      const ids: string[] = [];
      for (const amount of declared) ids.push(await declare(amount));
      const made: string[] = [];
      for (const amount of received) made.push(await receive(amount));
      expect(await balance()).toBe(before + received.reduce((total, amount) => total + amount, 0n));
      expect(new Set(made).size).toBe(received.length);
      for (const [index, id] of made.entries()) {
        const deposit = await depositOf(id);
        expect(deposit).toMatchObject({ status: 'completed', amount: String(received[index]) });
        if (deposit.declared !== null)
          expect(isWithin(BigInt(deposit.declared), BigInt(deposit.amount), tolerance)).toBe(true);
      }
      for (const id of ids.filter((each) => !made.includes(each)))
        await transitionFiatDeposit(services, id, { to: 'cancelled', actor: 'customer' });
    }),
    { numRuns: 12 },
  );
  expect(await reconcile(services)).toEqual([]);
});
