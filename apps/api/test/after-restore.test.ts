import { mkdtemp, readFile, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Network } from '@wusd/api-sdk/domain';
import { present } from '@wusd/server-kit/testing/present';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { assignDepositTarget } from '../src/domains/transfers/crypto/deposit-addresses.ts';
import { cryptoWithdrawals } from '../src/domains/transfers/crypto/withdrawals.ts';
import { transitionWithdrawal } from '../src/domains/transfers/core/withdrawals.ts';
import type { Services } from '../src/domains/services.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { askFiatWithdrawal, saveOldBankAccount } from '../testing/fiat.ts';
import { notificationOf, toldTo } from '../testing/file-bank.ts';
import {
  copyDatabase,
  createDemoDatabase,
  mei,
  refresh,
  send,
  bearer,
  signIn,
  startNode,
  type Tokens,
} from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';
import {
  appendSome,
  copyChains,
  firstEventAfter,
  keyIndexOf,
  openRestorable,
  securityOf,
  seqOf,
  signerLogOf,
  useAuthenticatorCode,
} from '../testing/restore.ts';
import { createSwapCustomer } from '../testing/swap-customers.ts';
import { askWithdrawal, saveOldAddress } from '../testing/withdrawals.ts';

// The database is restored to an earlier time. The networks, the signer and the bank are not.

const networkId = Network.Ethereum;
const number = '0720012345';
const secret = new Secret({ size: 20 });

const folder = await mkdtemp(join(tmpdir(), 'bank-'));
const lostUrl = await createDemoDatabase();
const later = (): Date => new Date(Date.now() + 3_600_000);
const addressOf = (index: number): string => simulatedAddress(networkId, BigInt(9000 + index));
// Events before the restored time.
const before = await startNode(lostUrl);
const signedIn = await signIn(before);
await before[Symbol.asyncDispose]();
const lost = await openRestorable(lostUrl, folder, networkId);
const meiId = present(await findCustomerByEmail(lost.db, lost.services.vault, mei.username)).id;
const { id: customerId } = await createSwapCustomer(lost.services, 1);
const { id: another } = await createSwapCustomer(lost.services, 2);
await lost.db
  .updateTable('customer')
  .set({ totp_sealed: lost.services.vault.seal(secret.base32, `totp:${customerId}`) })
  .where('id', '=', customerId)
  .execute();
const addressIds: string[] = [];
for (let index = 0; index < 4; index += 1)
  addressIds.push(await saveOldAddress(lost.services, customerId, networkId, addressOf(index)));
const ask = (services: Services, index: number, payoutsFrom?: Date): Promise<string> =>
  askWithdrawal(services, {
    customerId,
    addressId: present(addressIds[index]),
    amount: String(20 + index),
    ...(payoutsFrom && { payoutsFrom }),
  });
const paid = await ask(lost.services, 0);
const due = await ask(lost.services, 1, later());
const held = await ask(lost.services, 2, later());
// Payouts of a frozen customer wait, so the bank pays another customer.
const bankAccountId = await saveOldBankAccount(lost.services, another);
const { reference } = await lost.db
  .selectFrom('customer')
  .select('reference')
  .where('id', '=', another)
  .executeTakeFirstOrThrow();
const credit = (line: string) => ({
  line,
  currency: 'SGD',
  amount: 100_000n,
  remittance: [`Deposit ${reference}`],
  sender: { name: 'Mei Tan', country: 'SG' },
});
await lost.files.write('in/1.xml', notificationOf(number, [credit('L1')]));
const { address: depositAddress } = await assignDepositTarget(lost.services, customerId, networkId);
await lost.settle();
const asked = { customerId: another, bankAccountId, amount: '50', payoutsFrom: later() };
const wire = await askFiatWithdrawal(lost.services, asked);
const review = { to: 'to be confirmed', reason: 'review', actor: 'system' } as const;
await transitionWithdrawal(lost.services, cryptoWithdrawals, held, review);
const to = lost.services.clock.now();
await lost.close();
const restoredUrl = await copyDatabase(lostUrl);

// Events after the restored time, which the restored database lacks.
const after = await startNode(lostUrl);
await send(after, 'POST', '/user/logout', bearer(signedIn));
await after[Symbol.asyncDispose]();
const gone = await openRestorable(lostUrl, folder, networkId);
const deposit = await gone.receive(depositAddress, `0x${'d'.repeat(64)}`);
const { address: forgottenAddress } = await assignDepositTarget(gone.services, another, networkId);
const forgotten = await gone.receive(forgottenAddress, `0x${'e'.repeat(64)}`);
await gone.db.updateTable('crypto_transaction').set({ due_at: to }).where('id', 'in', [due, held]).execute();
await operatorOf(gone.services)('approve', held);
const made = await ask(gone.services, 3);
await gone.db.updateTable('fiat_transaction').set({ due_at: to }).where('id', '=', wire).execute();
await gone.files.write('in/2.xml', notificationOf(number, [credit('L2')]));
await gone.settle();
await appendSome(gone.services, meiId, 3);
await gone.db.updateTable('customer').set({ password_hash: 'changed' }).where('id', '=', another).execute();
const lostSecurity = await securityOf(gone.services);
const lostPosition = await seqOf(gone.services, meiId);
const code = new TOTP({ secret }).generate();
const useCode = (of: Services) => useAuthenticatorCode(of, customerId, code);
const firstUse = await useCode(gone.services);
const ends = await Promise.all([paid, due, held, made].map((id) => gone.rowOf(id)));
const signatures = await signerLogOf(gone.db);
const fileName = present((await gone.files.list('out'))[0]).name;
const instructed = await readFile(join(folder, 'out', fileName));
await gone.close();
await copyChains(lostUrl, restoredUrl);

const restored = await openRestorable(restoredUrl, folder, networkId);
// The signer signed this payout, but no node has broadcast it.
await restored.db
  .deleteFrom('sandbox_broadcast')
  .where('raw', 'like', `%${addressOf(1)}%`)
  .execute();
const services: Services = { ...restored.services, gateways: { ...restored.services.gateways, signatures } };
const operator = operatorOf(services);
const run = (moment = to.toISOString()): Promise<string> =>
  operator('after-restore', '--to', moment, '--addresses', '100');
afterAll(() => restored.close());

test('the scenario completes every payout once before the database is lost', () => {
  expect(firstUse).toBeUndefined();
  expect(ends.map((row) => row?.status)).toEqual(['completed', 'completed', 'completed', 'completed']);
});

test('a restored database has the session that was logged out and the old payout statuses', async () => {
  const { db } = restored;
  const open = await db
    .selectFrom('session')
    .select('id')
    .where('customer_id', '=', meiId)
    .where('ended_at', 'is', null)
    .execute();
  expect(open).toHaveLength(1);
  expect((await restored.rowOf(due))?.status).toBe('to be processed');
  expect((await restored.rowOf(held))?.status).toBe('to be confirmed');
  expect(await restored.rowOf(made)).toBeUndefined();
});

test('the runbook query lists customers whose security settings changed', async () => {
  const now = await securityOf(services);
  expect([...lostSecurity].filter(([id, row]) => now.get(id) !== row).map(([id]) => id)).toEqual([another]);
});

test('the command requires a past time and a number, and fails while a server runs', async () => {
  await expect(run('yesterday')).rejects.toThrow('with its zone');
  await expect(run('2026-02-30T10:00')).rejects.toThrow('with its zone');
  await expect(run(later().toISOString())).rejects.toThrow('future');
  await expect(operator('after-restore', '--to', to.toISOString(), '--addresses', 'many')).rejects.toThrow('number');
  const lease = { queue: 'scan:ethereum', holder: 'node', expires_at: later(), polled_at: to };
  await restored.db
    .insertInto('job_lease')
    .values(lease)
    .onConflict((conflict) => conflict.column('queue').doUpdateSet(lease))
    .execute();
  await expect(run()).rejects.toThrow('Stop all servers');
  await restored.db.updateTable('job_lease').set({ expires_at: to }).execute();
});

describe('after the command', () => {
  let text = '';
  beforeAll(async () => {
    text = await run();
  });

  test('it reports its changes, writes an audit entry, and repeats nothing', async () => {
    expect(text).toContain('Payouts: 1 were known, 2 were signed since and are followed again.');
    expect(text).toContain(`${made}: 23.00 WUSD`);
    expect(text).toContain(`Frozen: ${customerId}`);
    const seq = await seqOf(services, meiId);
    const index = await keyIndexOf(restored.db);
    expect(await run()).toContain('Payouts: 3 were known, 0 were signed since');
    expect(await seqOf(services, meiId)).toBe(seq);
    expect(await keyIndexOf(restored.db)).toBe(index);
    const entries = await restored.db
      .selectFrom('audit_log')
      .select('details')
      .where('act', '=', 'database restored')
      .execute();
    expect(entries.map(({ details }) => details['operator'])).toEqual(['priya', 'priya']);
  });

  test('earlier sessions, tokens and used codes are invalid', async () => {
    await using node = await startNode(restoredUrl);
    expect((await send(node, 'GET', '/user/get-auth-user', bearer(signedIn))).status).toBe(401);
    expect((await refresh(node, signedIn.refresh_token)).status).toBe(401);
    expect(await useCode(services)).toMatchObject({ details: { reasonCode: 'already-used' } });
  });

  test('a client whose event id was issued again is notified to read everything again', async () => {
    await using node = await startNode(restoredUrl);
    await appendSome(services, meiId, 10);
    const tokens: Tokens = await signIn(node);
    const value = await firstEventAfter(node, tokens, String(lostPosition));
    expect(value?.data).toEqual({ type: 'wallet_account_updated' });
    expect(BigInt(value?.id ?? 0)).toBeGreaterThan(lostPosition + 1000n);
  });

  test('payouts signed after the restored time are paid once, even if never broadcast, and their nonces are not reused', async () => {
    await restored.settle();
    for (const [index, id] of [paid, due, held].entries()) {
      expect((await restored.rowOf(id))?.status).toBe('completed');
      expect(await restored.paidTo(addressOf(index))).toBe(1);
    }
    const addressId = await saveOldAddress(services, another, networkId, addressOf(4));
    const next = await askWithdrawal(services, { customerId: another, addressId, amount: '24' });
    await restored.settle();
    expect((await restored.rowOf(next))?.status).toBe('completed');
    expect(await restored.paidTo(addressOf(4))).toBe(1);
  });

  test('deposits after the restored time are credited once, and a forgotten address is not assigned again', async () => {
    expect(await restored.depositsOf(deposit)).toEqual([{ customer_id: customerId, status: 'completed' }]);
    const { id: third } = await createSwapCustomer(services, 3);
    const { address } = await assignDepositTarget(services, third, networkId);
    expect(address).not.toBe(forgottenAddress);
    expect((await assignDepositTarget(services, another, networkId)).address).not.toBe(forgottenAddress);
    await restored.settle();
    expect(await restored.depositsOf(forgotten)).toEqual([]);
  });

  test('the bank receives the same instruction in a file of the same name, and its files are read again', async () => {
    // The bank has collected the file.
    await rename(join(folder, 'out', fileName), join(folder, fileName));
    await restored.db.updateTable('fiat_transaction').set({ due_at: to }).where('id', '=', wire).execute();
    await restored.settle();
    expect(await toldTo(restored.files)).toHaveLength(1);
    expect(await readFile(join(folder, 'out', fileName))).toEqual(instructed);
    const wires = () =>
      restored.db.selectFrom('bank_line').select('line').where('line', 'like', 'L%').orderBy('line').execute();
    expect(await wires()).toEqual([{ line: 'L1' }]);
    for (const name of ['1.xml', '2.xml']) await rename(join(folder, 'in/read', name), join(folder, 'in', name));
    await restored.settle();
    expect(await wires()).toEqual([{ line: 'L1' }, { line: 'L2' }]);
  });

  test('a payout without a withdrawal freezes its customer until two operators book it', async () => {
    const { db } = restored;
    const status = async () =>
      (await db.selectFrom('customer').select('status').where('id', '=', customerId).executeTakeFirst())?.status;
    expect(await status()).toBe('frozen');
    // Another customer pays the same recipient, so the payout could belong to either withdrawal.
    const addressId = await saveOldAddress(services, another, networkId, addressOf(3));
    const second = await askWithdrawal(services, { customerId: another, addressId, amount: '23' });
    await restored.settle();
    expect(await restored.rowOf(second)).toMatchObject({ status: 'to be confirmed', hold_reason: 'review' });
    const book = (name: string, customer = customerId): Promise<string> =>
      operator('book-payout', made, '--customer', customer, '--why', 'the address is theirs', '--operator', name);
    await expect(operator('book-payout', paid, '--customer', customerId, '--why', 'no')).rejects.toThrow(
      'no unbooked payout',
    );
    expect(await book('ann')).toContain('Another operator has to');
    await expect(book('ann')).rejects.toThrow('already');
    // An approval for another customer counts separately.
    expect(await book('cy', another)).toContain('Another operator has to');
    expect(await restored.rowOf(made)).toBeUndefined();
    expect(await book('ben')).toContain('booked');
    await restored.settle();
    expect(await restored.rowOf(made)).toMatchObject({ status: 'completed', customer_id: customerId });
    expect(await restored.paidTo(addressOf(3))).toBe(1);
    expect(await operator('alerts')).not.toContain(made);
    await operator('approve', second);
    await restored.settle();
    expect(await restored.paidTo(addressOf(3))).toBe(2);
    await operator('unfreeze', customerId);
    expect(await status()).toBe('active');
  });

  test('reconciliation finds no difference at the end', async () => {
    expect(await reconcile(services)).toEqual([]);
    expect(await run()).toContain('Payouts: 4 were known, 0 were signed since');
  });
});
