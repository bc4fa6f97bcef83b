import { fromMinor, toMinor } from '@wusd/api-sdk/money';
import { type Currency, decimalsOf, scopes } from '@wusd/api-sdk/domain';
import { formatMoney } from '@wusd/i18n';
import { parse } from 'csv-parse/sync';
import { getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { exportFile } from '../src/domains/history/export-files.ts';
import { decideTransfer } from '../src/domains/operations/transfers.ts';
import { readStatements } from '../src/domains/transfers/fiat/statements.ts';
import { scaleOf } from '@wusd/server-kit/registry/currencies';
import type { FiatWithdrawalStatus } from '../src/domains/transfers/fiat/withdrawal-states.ts';
import { runJobsOnce } from '../src/composition/workers.ts';
import { readConsistently } from '../testing/consistent-read.ts';
import { ownerOf } from '../testing/movements.ts';
import { eventually, mei, startTwoNodes } from '../testing/harness.ts';
import fc from 'fast-check';

// The In and Out columns of an export add up to the ledger's balances.

const { node } = await startTwoNodes();
const { services } = node.server;
const { db } = services;

type Sums = Record<string, string>;

async function exported(customerId: string): Promise<Record<string, string>[]> {
  const reader = { customerId, scopes, language: undefined };
  const { bytes } = await exportFile(services, { reader, filter: {}, format: 'CSV' });
  return parse(bytes, { bom: true, columns: true });
}

/** In minus Out of every currency, without zeros. */
function sumOf(rows: readonly Record<string, string>[]): Sums {
  const sums = new Map<string, bigint>();
  const count = (amount = '', currency = '', sign = 1n): void => {
    if (amount === '') return;
    const minor = toMinor(amount, scaleOf(currency));
    sums.set(currency, (sums.get(currency) ?? 0n) + sign * minor);
  };
  for (const row of rows) {
    count(row['In'], row['In, currency']);
    count(row['Out'], row['Out, currency'], -1n);
  }
  return written(sums);
}

const written = (sums: ReadonlyMap<string, bigint>): Sums =>
  Object.fromEntries(
    [...sums].filter(([, minor]) => minor !== 0n).map(([asset, minor]) => [asset, fromMinor(minor, scaleOf(asset))]),
  );

/** The customer's balances minus their shortfalls. */
async function positionOf(customerId: string): Promise<Sums> {
  const rows = await db
    .selectFrom('account')
    .select(['asset', 'kind', 'posted'])
    .where('owner', '=', customerId)
    .execute();
  const sums = new Map<string, bigint>();
  for (const { asset, kind, posted } of rows)
    sums.set(asset, (sums.get(asset) ?? 0n) + (kind === 'shortfall' ? -1n : 1n) * BigInt(posted));
  return written(sums);
}

async function expectSums(customerId: string): Promise<void> {
  const { sums, position } = await readConsistently(db, customerId, async () => ({
    sums: sumOf(await exported(customerId)),
    position: await positionOf(customerId),
  }));
  expect(sums).toEqual(position);
}

const payoutsIn = (customerId: string, status: FiatWithdrawalStatus) =>
  db
    .selectFrom('fiat_transaction')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('direction', '=', 'withdrawal')
    .where('status', '=', status)
    .orderBy('id', 'desc')
    .execute();

async function rejectOneDeposit(customerId: string): Promise<void> {
  const held = await db
    .selectFrom('crypto_transaction')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', '=', 'to be confirmed')
    .executeTakeFirst();
  if (held) await decideTransfer(services, held.id, 'reject', 'source-of-funds', 'priya');
}

test('In minus Out of a CSV export equals the ledger balance after random events', async () => {
  const { id } = await ownerOf(services, mei.username);
  await eventually(async () => ((await positionOf(id))['WUSD'] === '12480.500000000000000000' ? true : undefined));
  await expectSums(id);
  await fc.assert(
    fc.asyncProperty(
      fc.nat(1000),
      fc.constantFrom('approved' as const, 'shortfall' as const),
      fc.constantFrom('bank-credit' as const, 'chain-transfer' as const),
      async (seed, returned, refused) => {
        await node.api.sandbox.replay({ subjectId: mei.username, seed, days: 65 });
        const [paid] = await payoutsIn(id, 'completed');
        if (paid) await node.api.sandbox.createEvent({ type: 'bank-return', subjectId: paid.id, outcome: returned });
        const currency: Currency = refused === 'bank-credit' ? 'SGD' : 'USDC';
        const money = { currency, amount: '70.5' };
        await node.api.sandbox.createEvent({
          type: refused,
          subjectId: mei.username,
          money,
          outcome: 'high-risk',
          ...(refused === 'chain-transfer' ? { networkId: 3 } : { partnerId: 'dbs' }),
        });
        await runJobsOnce(services);
        await readStatements(services);
        await rejectOneDeposit(id);
        await expectSums(id);
      },
    ),
    { numRuns: 3, seed: 20 },
  );
  const rows = await exported(id);
  const statuses = new Set(rows.map((row) => `${row['What']} ${row['Status']}`));
  // Without these rows the property would prove nothing about them.
  for (const state of [
    'Deposit Completed',
    'Withdrawal Completed',
    'Withdrawal Failed',
    'Swap Completed',
    'Deposit Processing',
    'Deposit Rejected',
  ])
    expect(statuses).toContain(state);
});

test('a PDF statement has the same amounts under Out and In', async () => {
  const { id } = await ownerOf(services, mei.username);
  const reader = { customerId: id, scopes, language: undefined };
  const { bytes } = await exportFile(services, { reader, filter: {}, format: 'PDF' });
  const columns: Record<'Out' | 'In', string[]> = { Out: [], In: [] };
  const document = await getDocumentProxy(new Uint8Array(bytes));
  for (let page = 1; page <= document.numPages; page += 1) {
    const { items } = await (await document.getPage(page)).getTextContent();
    const texts = items.flatMap((item) =>
      'str' in item ? [{ text: item.str, right: Number(item.transform[4]) + item.width }] : [],
    );
    for (const name of ['Out', 'In'] as const) {
      const head = texts.find(({ text }) => text === name);
      const below = texts.filter(({ text, right }) => text !== name && Math.abs(right - (head?.right ?? 0)) < 0.5);
      columns[name].push(...below.map(({ text }) => text).filter((text) => /\d/.test(text)));
    }
  }
  const rows = await exported(id);
  for (const name of ['Out', 'In'] as const) {
    const listed = rows.filter((row) => row[name] !== '');
    expect(columns[name]).toEqual(
      listed.map((row) => {
        const currency = row[`${name}, currency`] ?? '';
        return formatMoney('en_US', row[name] ?? '', currency, decimalsOf(currency));
      }),
    );
  }
});
