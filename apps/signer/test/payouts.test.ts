import { startBase, startSignedPayouts } from '@wusd/api/testing/evm-payouts';
import { createTestDatabase } from '@wusd/api/testing/databases';
import { hexOf } from '@wusd/payouts/evm/hex';
import { anybody } from '@wusd/payouts/testing/evm-network';
import { payoutKey } from '@wusd/payouts/testing/evm-node';
import { keyFile } from '@wusd/payouts/testing/keys/key-files';
import { silentLogger } from '@wusd/server-kit/logging';
import { present } from '@wusd/server-kit/testing/present';
import { afterAll, afterEach, expect, inject, test } from 'vitest';
import { type RunningSigner, startSigner } from '../src/server.ts';
import { createCertificate } from '@wusd/server-kit/testing/certificates';
import { createSignerLogin, operatorKeys, policy, wusd } from '../testing/signer.ts';

// Withdrawals from the server through the signer to a real EVM node, with a real token.

const base = await startBase();
const database = await createTestDatabase(inject('postgresUrl'));
const limits = { ...present(policy.limits.get('WUSD')), oneApprovalWithoutPasskeyAbove: wusd(20) };
const [ours, clients] = await Promise.all([createCertificate(), createCertificate()]);
const settings = {
  mode: 'test' as const,
  host: '127.0.0.1',
  databaseUrl: await createTestDatabase(inject('postgresUrl'), { isEmpty: true }),
  productDatabaseUrl: await createSignerLogin(database),
  networks: base.networks,
  payoutKeys: { evm: { current: keyFile(payoutKey), retired: [] } },
  treasuryKeys: undefined,
  kmsCredentials: undefined,
  policy: { ...policy, limits: new Map([['WUSD', limits]]) },
  tls: { ...ours, clientCa: clients.certificate },
};
let now = (): Date => new Date();
const start = (port: number): Promise<RunningSigner> =>
  startSigner({ settings: { ...settings, port }, log: silentLogger, clock: { now: () => now() } });
let signer = await start(0);
const { url } = signer;
const payouts = await startSignedPayouts(database, base, { url, ca: ours.certificate, ...clients });
now = () => payouts.services.clock.now();
afterAll(async () => {
  await payouts.node[Symbol.asyncDispose]();
  await signer.close();
  await base.evm.stop();
});
afterEach(async () => {
  expect(await payouts.differences()).toEqual([]);
});

/** Confirms the sent payout. @returns units of the token that arrived */
async function paid({ id, to }: { id: string; to: string }): Promise<bigint> {
  await payouts.until(id, { status: 'processing' });
  await base.evm.mine(20);
  await payouts.until(id, { status: 'completed' });
  return base.evm.balanceOf(hexOf(to));
}

const day = 24 * 3600;

test('a withdrawal to a destination that is new to the signer waits for a day, and is then sent automatically', async () => {
  const asked = await payouts.ask('10');
  await payouts.until(asked.id, { status: 'to be processed', hold_reason: 'new-destination' });
  expect(await payouts.orders()).toEqual([]);
  await payouts.advance(day + 60);
  expect(await paid(asked)).toBe(10_000_000n);
});

test('a large withdrawal waits for the approvals of two operators', async () => {
  const asked = await payouts.ask('600');
  await payouts.until(asked.id, { hold_reason: 'new-destination' });
  await payouts.advance(day + 60);
  await payouts.until(asked.id, { status: 'to be confirmed', hold_reason: 'signer-limit' });
  const { ann, ben } = operatorKeys;
  if (!ann || !ben) throw new Error('Two operators have keys');
  await payouts.approve(asked.id, 'ann', ann);
  await payouts.until(asked.id, { status: 'to be confirmed', hold_reason: 'signer-limit' });
  await payouts.approve(asked.id, 'ben', ben);
  expect(await paid(asked)).toBe(600_000_000n);
});

test('a withdrawal that a passkey has approved is sent without an operator, and a withdrawal without a passkey waits', async () => {
  const { credentialId, withdraw } = await payouts.withPasskey();
  const approved = await withdraw('50');
  const asked = await payouts.ask('50');
  for (const { id } of [approved, asked]) await payouts.until(id, { hold_reason: 'new-destination' });
  await payouts.advance(day + 60);
  expect(await paid(approved)).toBe(50_000_000n);
  const [row] = await signer.services.db
    .selectFrom('signature')
    .select(['credential_id', 'operators'])
    .where('payout_id', '=', approved.id)
    .execute();
  expect(row).toEqual({ credential_id: Buffer.from(credentialId, 'base64url'), operators: [] });
  await payouts.until(asked.id, { status: 'to be confirmed', hold_reason: 'signer-limit' });
  await payouts.reject(asked.id);
});

test('a withdrawal whose recipient changed after the passkey approval waits for an operator', async () => {
  const { withdraw, cancel } = await payouts.withPasskey();
  const { id } = await withdraw('10');
  const { db } = payouts.services;
  await db.updateTable('crypto_transaction').set({ address: anybody() }).where('id', '=', id).execute();
  await payouts.until(id, { status: 'to be confirmed', hold_reason: 'signer-passkey' });
  await expect(cancel(id)).rejects.toMatchObject({ errorName: 'MOVE_NOT_ALLOWED' });
  await payouts.reject(id);
  expect(await payouts.rowOf(id)).toMatchObject({ status: 'rejected' });
});

test('a payout keeps its order while the signer is down, and is signed when the signer is available again', async () => {
  const asked = await payouts.ask('5');
  await payouts.until(asked.id, { hold_reason: 'new-destination' });
  await signer.close();
  await payouts.advance(day + 60);
  await payouts.look();
  await payouts.look();
  expect(await payouts.orders()).toMatchObject([{ withdrawal_id: asked.id, attempt: 1 }]);
  expect(await payouts.rowOf(asked.id)).toMatchObject({ status: 'to be processed' });
  signer = await start(Number(new URL(url).port));
  // The circuit breaker may be open, and retries within some minutes.
  await payouts.advance(600);
  expect(await paid(asked)).toBe(5_000_000n);
});
