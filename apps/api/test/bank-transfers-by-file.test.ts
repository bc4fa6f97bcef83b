import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createFolderStore } from '../src/gateways/banks/folder.ts';
import { createBanks } from '../src/gateways/banks/index.ts';
import type { FileStore } from '../src/gateways/banks/file-store.ts';
import { listAlerts } from '../src/platform/alerts/alerts.ts';
import { acceptFiatWithdrawals, instructBanks } from '../src/domains/transfers/fiat/pay-withdrawals.ts';
import { readStatements } from '../src/domains/transfers/fiat/statements.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import type { Services } from '../src/domains/services.ts';
import { askFiatWithdrawal, saveOldBankAccount } from '../testing/fiat.ts';
import { type Booking, complaintsOf, notificationOf, refusalOf, statementOf, toldTo } from '../testing/file-bank.ts';
import { createSwapCustomer, openSwaps } from '../testing/swap-customers.ts';
import { createDatabase } from '../testing/harness.ts';

// Deposits and withdrawals through bank files: the same domain code, with a bank that exchanges files in a folder.

const number = '0720012345';
const { services: simulated, close } = await openSwaps(await createDatabase());
afterAll(close);
const files: FileStore = createFolderStore(await mkdtemp(join(tmpdir(), 'bank-')));
const [dbs] = simulated.gateways.partners;
if (dbs?.id !== 'dbs') throw new Error('The first partner is another');
const { db } = simulated;
/** No workers run on these services. Each test runs the steps itself. */
const services: Services = {
  ...simulated,
  gateways: { ...simulated.gateways, bank: createBanks([{ ...dbs, files }], { now: () => new Date() }) },
};
let customerId: string;
let reference: string;
let account: string;
let next = 0;

beforeAll(async () => {
  ({ id: customerId } = await createSwapCustomer(services, 0));
  const row = await db.selectFrom('customer').select('reference').where('id', '=', customerId).executeTakeFirst();
  reference = row?.reference ?? '';
  account = await saveOldBankAccount(services, customerId);
  await hear(notificationOf(number, [credit(1_000_000n)]));
});
afterEach(async () => expect(await reconcile(services)).toEqual([]));

const credit = (amount: bigint, line = `C${(next += 1)}`): Booking => ({
  line,
  currency: 'SGD',
  amount,
  remittance: [`Deposit ${reference}`],
  sender: { name: 'Mei Tan', country: 'SG' },
});
/** Writes files from the bank and reads them. */
async function hear(...bytes: Buffer[]): Promise<void> {
  for (const file of bytes) await files.write(`in/${(next += 1)}.xml`, file);
  await readStatements(services).catch(() => {});
}
async function balance(): Promise<bigint> {
  const { posted, held } = await db
    .selectFrom('account')
    .select(['posted', 'held'])
    .where('owner', '=', customerId)
    .where('asset', '=', 'SGD')
    .executeTakeFirstOrThrow();
  return BigInt(posted) - BigInt(held);
}
const statusOf = async (id: string): Promise<string> =>
  (await db.selectFrom('fiat_transaction').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
/** A withdrawal whose instruction was sent, with the id that its bank uses. */
async function pay(amount: string): Promise<{ id: string; endToEndId: string }> {
  const id = await askFiatWithdrawal(services, { customerId, bankAccountId: account, amount });
  await acceptFiatWithdrawals(services);
  await instructBanks(services);
  const row = await db.selectFrom('fiat_transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { id, endToEndId: row.end_to_end_id ?? '' };
}

test('a wire is credited once, whether it comes by notification, by statement or by both, in any order', async () => {
  const before = await balance();
  const bookings = [credit(10_000n), credit(20_000n)];
  const said = [
    notificationOf(number, bookings),
    statementOf(number, bookings),
    notificationOf(number, bookings.toReversed()),
  ];
  await hear(...said, ...said.toReversed());
  expect((await balance()) - before).toBe(30_000n);
  expect(await files.list('in')).toEqual([]);
});

test('a payout is instructed once in a file valid against the schema, and settled by the bank’s response', async () => {
  const before = await balance();
  const paid = await pay('100.00');
  const refused = await pay('50.00');
  expect(await statusOf(paid.id)).toBe('processing');
  const told = await toldTo(files);
  expect(told.filter(({ endToEndId }) => endToEndId === paid.endToEndId)).toMatchObject([
    { amount: '100.00', currency: 'SGD', creditor: 'Mei Tan', bic: 'DBSSSGSG' },
  ]);
  expect(await complaintsOf(await files.read(`out/${paid.endToEndId}.xml`))).toEqual([]);
  // After a crash before the instruction was recorded, the same file is written again.
  const bytes = await files.read(`out/${paid.endToEndId}.xml`);
  await db.updateTable('fiat_transaction').set({ instructed_at: null }).where('id', '=', paid.id).execute();
  await instructBanks(services);
  expect((await files.read(`out/${paid.endToEndId}.xml`)).equals(bytes)).toBe(true);
  const debit: Booking = { line: 'D1', currency: 'SGD', amount: -10_000n, endToEndId: paid.endToEndId };
  await hear(statementOf(number, [debit]), refusalOf(refused.endToEndId), refusalOf(refused.endToEndId));
  expect([await statusOf(paid.id), await statusOf(refused.id)]).toEqual(['completed', 'failed']);
  expect(before - (await balance())).toBe(12_500n);
  await hear(
    notificationOf(number, [
      { line: 'R1', currency: 'SGD', amount: 9000n, endToEndId: paid.endToEndId, returnReason: 'AC04' },
    ]),
  );
  expect(await statusOf(paid.id)).toBe('failed');
  expect(before - (await balance())).toBe(3500n);
});

test('a bank debit without a withdrawal is recorded for a person to explain', async () => {
  await hear(statementOf(number, [{ line: 'FEE', currency: 'SGD', amount: -1500n }]));
  const line = await db.selectFrom('bank_line').selectAll().where('line', '=', 'FEE').executeTakeFirst();
  expect(line).toMatchObject({ kind: 'debit', entity_id: null });
});

test('a truncated file or one whose sums do not match changes nothing', async () => {
  const before = await balance();
  const bookings = [credit(777n), credit(888n)];
  const whole = statementOf(number, bookings);
  const short = Buffer.from(whole.toString().replace(/<Ntry>.*?<\/Ntry>/s, ''));
  await hear(whole.subarray(0, whole.length - 50), short);
  expect(await balance()).toBe(before);
  const refused = (await files.list('in/refused')).map(({ name }) => `dbs/${name}`);
  expect(refused.length).toBeGreaterThan(0);
  const alerts = await listAlerts(db);
  expect(
    alerts
      .filter(({ kind }) => kind === 'bank-file-rejected')
      .map(({ entityId }) => entityId)
      .toSorted(),
  ).toEqual(refused.toSorted());
  await hear(whole);
  expect((await balance()) - before).toBe(1665n);
});

test('a repeated line with another amount is ignored', async () => {
  const before = await balance();
  await hear(notificationOf(number, [credit(100n, 'SAME')]));
  await hear(notificationOf(number, [credit(999n, 'SAME')]));
  expect((await balance()) - before).toBe(100n);
  // The file stays where an operator finds it.
  expect(await files.list('in')).not.toEqual([]);
  for (const { name } of await files.list('in')) await files.move(`in/${name}`, `in/refused/${name}`);
});

test('each line counts once, however often, in whichever order and in whichever files it arrives', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.bigInt(1n, 100_000n), { minLength: 1, maxLength: 4 }),
      fc.infiniteStream(fc.nat(100)),
      async (amounts, order) => {
        const before = await balance();
        const bookings = amounts.map((amount) => credit(amount));
        const pieces = [
          statementOf(number, bookings),
          ...bookings.map((each) => notificationOf(number, [each])),
          statementOf(number, bookings).subarray(0, 300),
        ];
        const shuffled = [...pieces, ...pieces].toSorted(() => Number(order.next().value ?? 0) - 50);
        await hear(...shuffled);
        expect((await balance()) - before).toBe(amounts.reduce((sum, amount) => sum + amount, 0n));
      },
    ),
    { numRuns: 15 },
  );
});
