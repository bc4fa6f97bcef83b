import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@wusd/api/embedded-postgres';
import { startBase, startSignedPayouts } from '@wusd/api/testing/evm-payouts';
import { askFiatWithdrawal, saveOldBankAccount } from '@wusd/api/testing/fiat';
import { notificationOf } from '@wusd/api/testing/file-bank';
import { bearer, eventually, send, signIn, startNode } from '@wusd/api/testing/harness';
import { operatorOf } from '@wusd/api/testing/operator';
import { bankInFolder, firstEventAfter, openWithoutWorkers } from '@wusd/api/testing/restore';
import { createSwapCustomer, prepareSwap, submitSwap, type SwapCustomer } from '@wusd/api/testing/swap-customers';
import { hexOf } from '@wusd/payouts/evm/hex';
import { anybody } from '@wusd/payouts/testing/evm-network';
import { payoutKey } from '@wusd/payouts/testing/evm-node';
import { keyFile } from '@wusd/payouts/testing/keys/key-files';
import { silentLogger } from '@wusd/server-kit/logging';
import { present } from '@wusd/server-kit/testing/present';
import { afterAll, expect, test } from 'vitest';
import { verifyLog } from '../src/database/signature-log.ts';
import { startSigner } from '../src/server.ts';
import { createCertificate } from '@wusd/server-kit/testing/certificates';
import { createSignerLogin, policy, wusd } from '../testing/signer.ts';
import { programs, startBackedUpPostgres } from './backed-up-postgres.ts';

// Backs up the product's database under load, loses it, and restores it to a point in time. The network, the signer
// with its database, and the bank with its files are not restored.

const rounds = Number(process.env['RESTORE_ROUNDS'] ?? 3);
const account = '0720012345';
const hour = 3_600_000;

type Payouts = Awaited<ReturnType<typeof startSignedPayouts>>;
interface Payment {
  id: string;
  to: string;
}

const folder = await mkdtemp(join(tmpdir(), 'wusd-restore-'));
chmodSync(folder, 0o755);
const bankFolder = join(folder, 'bank');
const base = await startBase();
const product = await startBackedUpPostgres(folder);
const ownServer = await startEmbeddedPostgres(join(folder, 'signer'), { programs });

// Creates the schema and the demo customers.
await (await startNode(product.url))[Symbol.asyncDispose]();
const [ours, clients] = await Promise.all([createCertificate(), createCertificate()]);
const most = { perPayout: wusd(1000), perDay: wusd(100_000), payoutsPerDay: 5000 };
const unapproved = {
  oneApprovalAbove: wusd(1000),
  oneApprovalWithoutPasskeyAbove: wusd(1000),
  twoApprovalsAbove: wusd(1000),
};
const signer = await startSigner({
  settings: {
    mode: 'test',
    host: '127.0.0.1',
    port: 0,
    databaseUrl: ownServer.url,
    productDatabaseUrl: await createSignerLogin(product.url),
    networks: base.networks,
    payoutKeys: { evm: { current: keyFile(payoutKey), retired: [] } },
    treasuryKeys: undefined,
    kmsCredentials: undefined,
    // No hold period for new destinations: other tests cover it.
    policy: { ...policy, destinationHoldMs: 0, limits: new Map([['WUSD', { ...most, ...unapproved }]]) },
    tls: { ...ours, clientCa: clients.certificate },
  },
  log: silentLogger,
});
const remote = { url: signer.url, ca: ours.certificate, ...clients };
let node: AsyncDisposable | undefined;
afterAll(async () => {
  await node?.[Symbol.asyncDispose]();
  await signer.close();
  await Promise.all([base.evm.stop(), product.stop(), ownServer.stop()]);
  await rm(folder, { recursive: true });
});
const bank = bankInFolder(bankFolder);
const { wrapGateways } = bank;

/** Runs deposits, withdrawals and swaps to completion. @returns the withdrawals */
async function load(payouts: Payouts, swapper: SwapCustomer): Promise<Payment[]> {
  const { node, services, depositAddress } = payouts;
  const payments: Payment[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await base.evm.mint(depositAddress, '7');
    payments.push(await payouts.ask('5'));
    const api = swapper.at(node.baseUrl);
    const swap = { payCurrency: 'WUSD', receiveCurrency: 'USD', payAmount: '20.00' } as const;
    await submitSwap(api, present(await prepareSwap(services, api, swap)));
  }
  await broadcast(payouts, payments);
  await complete(payouts, payments);
  await payouts.sweep();
  return payments;
}

async function broadcast(payouts: Payouts, payments: readonly Payment[]): Promise<void> {
  for (const { id } of payments)
    await eventually(async () => {
      await payouts.look();
      // Blocks of later deposits may have completed the withdrawal already.
      return ['processing', 'completed'].includes((await payouts.rowOf(id)).status) ? true : undefined;
    });
}

async function complete(payouts: Payouts, payments: readonly Payment[]): Promise<void> {
  await base.evm.mine(20);
  for (const { id } of payments) await payouts.until(id, { status: 'completed' });
}

const paidTo = ({ to }: Payment): Promise<bigint> => base.evm.balanceOf(hexOf(to));
const dueNow = ({ services: { db, clock } }: Payouts, ids: readonly string[]): Promise<unknown> =>
  db.updateTable('crypto_transaction').set({ due_at: clock.now() }).where('id', 'in', ids).execute();
const depositsOf = ({ services: { db } }: Payouts, hash: string) =>
  db
    .selectFrom('crypto_transaction')
    .select(['status', 'amount'])
    .where('hash', '=', hash)
    .where('direction', '=', 'deposit')
    .execute();
const namesIn = async (path: string): Promise<string[]> => (await bank.files.list(path)).map(({ name }) => name);
const instructedFiles = (): Promise<string[]> => namesIn('out');
const seqOf = async ({ services: { db }, customerId }: Payouts): Promise<string> =>
  (await db.selectFrom('customer').select('event_seq').where('id', '=', customerId).executeTakeFirstOrThrow())
    .event_seq;

test('a database that is lost under load is restored to a point in time without losing a payment or paying twice', async () => {
  // Before the backup.
  let payouts = await startSignedPayouts(product.url, base, remote, { wrapGateways });
  ({ node } = payouts);
  const { customerId } = payouts;
  const swapper = await createSwapCustomer(payouts.services, 0);
  await bank.files.write('in/1.xml', notificationOf(account, [await credit('L1')]));
  const payments = await load(payouts, swapper);
  const backup = product.backUp();

  // After the backup and before the restore point.
  payments.push(...(await load(payouts, swapper)));
  const session = await signIn(payouts.node);
  const later = new Date(Date.now() + hour);
  const [due, pending] = [await askLater(payouts, '11', later), await askLater(payouts, '12', later)];
  const recipient = anybody();
  const recipientId = await payouts.saveRecipient(recipient);
  const bankAccountId = await saveOldBankAccount(payouts.services, customerId);
  const wire = await askFiatWithdrawal(payouts.services, {
    customerId,
    bankAccountId,
    amount: '50',
    payoutsFrom: later,
  });
  // The restore point is the next full second.
  const moment = new Date((Math.floor(Date.now() / 1000) + 1) * 1000);
  await eventually(async () => (Date.now() > moment.getTime() ? true : undefined));

  // After the restore point: all of this is lost.
  const lost = await load(payouts, swapper);
  const deposit = await base.evm.mint(payouts.depositAddress, '33');
  await dueNow(payouts, [due.id]);
  const made = { id: await payouts.askTo(recipientId, '13'), to: recipient };
  await broadcast(payouts, [due, made]);
  await complete(payouts, [due, made]);
  await dueNow(payouts, [pending.id]);
  await payouts.until(pending.id, { status: 'processing' });
  expect(await depositsOf(payouts, deposit)).toMatchObject([{ status: 'completed' }]);
  await payouts.services.db.updateTable('fiat_transaction').set({ due_at: moment }).where('id', '=', wire).execute();
  await bank.files.write('in/2.xml', notificationOf(account, [await credit('L2')]));
  const [file] = await eventually(async () => ((await instructedFiles()).length > 0 ? instructedFiles() : undefined));
  const instructed = await readFile(join(bankFolder, 'out', present(file)));
  await eventually(async () => ((await namesIn('in/read')).includes('2.xml') ? true : undefined));
  await send(payouts.node, 'POST', '/user/logout', bearer(session));
  const lostPosition = await seqOf(payouts);
  const signed = await verifyLog(signer.services.db);

  // The database is lost.
  await product.archive();
  await payouts.node[Symbol.asyncDispose]();
  product.destroy();
  const restore = await product.restore(moment);

  // The database has its state at the restore point, and one command prepares it for service.
  const opened = await openWithoutWorkers(product.url, { networks: base.networks, payoutKeys: {}, signer: remote });
  const { db } = opened.services;
  const statusOf = async (id: string): Promise<string | undefined> =>
    (await db.selectFrom('crypto_transaction').select('status').where('id', '=', id).executeTakeFirst())?.status;
  expect(await Promise.all([...payments, due, pending, made, ...lost].map(({ id }) => statusOf(id)))).toEqual([
    ...payments.map(() => 'completed'),
    'to be processed',
    'to be processed',
    undefined,
    ...lost.map(() => undefined),
  ]);
  const operator = operatorOf(opened.services);
  const command = ['after-restore', '--to', moment.toISOString(), '--addresses', '100'];
  const said = await eventually(() => operator(...command).catch(waitForLeases));
  expect(said).toContain('2 were signed since and are followed again');
  expect(said).toContain(`Frozen: ${customerId}`);
  // Most recipients were also saved after the restore point: operators identify the customer from other records.
  const book = (id: string): string[] => [
    'book-payout',
    id,
    '--customer',
    customerId,
    '--why',
    'the drill asked for it',
  ];
  for (const { id } of [made, ...lost]) {
    expect(said).toContain(`${id}:`);
    await operator(...book(id), '--operator', 'ann');
  }
  await opened.close();

  // The servers start.
  payouts = await startSignedPayouts(product.url, base, remote, { wrapGateways, isFunded: true });
  ({ node } = payouts);
  expect((await send(payouts.node, 'GET', '/user/get-auth-user', bearer(session))).status).toBe(401);
  await eventually(async () => {
    await payouts.look();
    return (await depositsOf(payouts, deposit)).some(({ status }) => status === 'completed') ? true : undefined;
  });
  expect(await depositsOf(payouts, deposit)).toHaveLength(1);
  await complete(payouts, [due, pending]);
  for (const { id } of [made, ...lost]) await payouts.operator(...book(id), '--operator', 'ben');
  await payouts.operator('unfreeze', customerId);
  await complete(payouts, [made, ...lost]);
  const amounts = new Map([
    [due, 11n],
    [pending, 12n],
    [made, 13n],
    ...[...payments, ...lost].map((each) => [each, 5n] as const),
  ]);
  for (const [payment, amount] of amounts) expect(await paidTo(payment), payment.id).toBe(amount * 1_000_000n);

  // Checks clients and the bank.
  const tokens = await signIn(payouts.node);
  expect((await firstEventAfter(payouts.node, tokens, lostPosition))?.data).toEqual({ type: 'wallet_account_updated' });
  await rename(join(bankFolder, 'out', present(file)), join(bankFolder, present(file)));
  await payouts.services.db.updateTable('fiat_transaction').set({ due_at: moment }).where('id', '=', wire).execute();
  await eventually(async () => ((await instructedFiles()).length > 0 ? true : undefined));
  expect(await readFile(join(bankFolder, 'out', present(file)))).toEqual(instructed);
  await rename(join(bankFolder, 'in/read/2.xml'), join(bankFolder, 'in/2.xml'));
  await eventually(async () => {
    const lines = await payouts.services.db
      .selectFrom('bank_line')
      .select('line')
      .where('line', 'in', ['L1', 'L2'])
      .execute();
    return lines.length === 2 ? true : undefined;
  });

  // New work succeeds, and the reconciliation finds no difference.
  await load(payouts, await createSwapCustomer(payouts.services, 1));
  expect(await eventually(async () => ((await payouts.differences()).length === 0 ? true : undefined))).toBe(true);
  expect((await verifyLog(signer.services.db)).broken).toBeUndefined();
  expect(signed.broken).toBeUndefined();
  const next = product.backUp();
  const { database, backup: stored } = product.sizes();
  const seconds = (value: number): string => `${value.toFixed(1)} s`;
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
  console.log(
    [
      `Database ${megabytes(database)}, full backup ${megabytes(stored)} in ${seconds(backup)}, the next one after the restore ${seconds(next)}.`,
      `Restored to ${moment.toISOString()}: files ${seconds(restore.copy)}, log replayed ${seconds(restore.replay)}.`,
      said,
    ].join('\n'),
  );

  async function credit(line: string) {
    const { reference } = await payouts.services.db
      .selectFrom('customer')
      .select('reference')
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow();
    const sender = { name: 'Mei Tan', country: 'SG' };
    return { line, currency: 'SGD', amount: 100_000n, remittance: [`Deposit ${reference}`], sender };
  }
});

/** Requests a withdrawal that waits until a given time. */
async function askLater(payouts: Payouts, amount: string, from: Date): Promise<Payment> {
  const to = anybody();
  return { id: await payouts.askTo(await payouts.saveRecipient(to), amount, from), to };
}

/** Retries while a server's leases of queues from the restore point are valid: they expire within half a minute. */
function waitForLeases(error: unknown): undefined {
  if (error instanceof Error && error.message.includes('Stop all servers')) return undefined;
  throw error;
}
