import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runJobsOnce } from '../src/composition/workers.ts';
import { statementKinds } from '../src/domains/history/statements/entries.ts';
import { scanChains } from '../src/domains/transfers/crypto/scan.ts';
import { reverseFiatDeposit } from '../src/domains/transfers/fiat/deposits.ts';
import { readStatements } from '../src/domains/transfers/fiat/statements.ts';
import { eventually, mei, startTwoNodes } from '../testing/harness.ts';
import { ownerOf } from '../testing/movements.ts';
import { operatorOf } from '../testing/operator.ts';
import { present } from '@wusd/server-kit/testing/present';
import { expectStatements } from '../testing/statements.ts';

// Property test: monthly statements match the ledger. Each adds up and begins where the previous one ended.

const { node } = await startTwoNodes();
const { services } = node.server;
const { db } = services;

/** Returns a payout, with or without bank charges. */
async function returnPayout(customerId: string, outcome: 'approved' | 'shortfall'): Promise<void> {
  const paid = await db
    .selectFrom('fiat_transaction')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('direction', '=', 'withdrawal')
    .where('status', '=', 'completed')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (paid) await node.api.sandbox.createEvent({ type: 'bank-return', subjectId: paid.id, outcome });
}

/** Reverses a credit by an operator and another by a network. An amount already spent becomes a shortfall. */
async function reverseDeposits(customerId: string): Promise<void> {
  const wire = await db
    .selectFrom('fiat_transaction')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('direction', '=', 'deposit')
    .where('status', '=', 'completed')
    .where('statement_line', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (wire) await reverseFiatDeposit(services, wire.id, 'not-yours', 'priya');
  // Auto-redemption does not redeem this currency.
  const money = { currency: 'USDC' as const, amount: '70.123456' };
  const { reference: hash } = await node.api.sandbox.createEvent({
    type: 'chain-transfer',
    subjectId: mei.username,
    networkId: 3,
    money,
  });
  await scanChains(services);
  const { id } = present(
    await db.selectFrom('crypto_transaction').select('id').where('hash', '=', hash).executeTakeFirst(),
  );
  await runJobsOnce(services);
  // Simulated blocks are final at once.
  await db.updateTable('crypto_transaction').set({ is_final: false }).where('id', '=', id).execute();
  await node.api.sandbox.createEvent({ type: 'reorganisation', subjectId: id });
  await runJobsOnce(services);
  await operatorOf(services)('unfreeze', mei.username).catch(() => 'It was not frozen');
}

test('the monthly statements of a customer match the ledger after random events', async () => {
  const { id } = await ownerOf(services, mei.username);
  await eventually(async () => ((await expectStatements(services, id)).has('crypto deposit') ? true : undefined));
  const kinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.nat(1000),
      fc.constantFrom('approved' as const, 'shortfall' as const),
      async (seed, returned) => {
        await node.api.sandbox.replay({ subjectId: mei.username, seed, days: 65 });
        await returnPayout(id, returned);
        await runJobsOnce(services);
        await readStatements(services);
        await reverseDeposits(id);
        for (const kind of await expectStatements(services, id)) kinds.add(kind);
      },
    ),
    { numRuns: 3, seed: 20 },
  );
  // Without these kinds the property would prove nothing about them. A refused payout is booked like a returned one.
  expect([...kinds, 'fiat withdrawal refused'].toSorted()).toEqual(Object.keys(statementKinds).toSorted());
});
