import { startBase, startSignedPayouts } from '@wusd/api/testing/evm-payouts';
import { createTestDatabase } from '@wusd/api/testing/databases';
import { hexOf } from '@wusd/payouts/evm/hex';
import { payoutKey } from '@wusd/payouts/testing/evm-node';
import { keyFile } from '@wusd/payouts/testing/keys/key-files';
import { silentLogger } from '@wusd/server-kit/logging';
import { afterAll, afterEach, expect, inject, test } from 'vitest';
import { type RunningSigner, startSigner } from '../src/server.ts';
import { createCertificate } from '../testing/certificates.ts';
import { createSignerLogin, operatorKeys, policy } from '../testing/signer.ts';

// Withdrawals from the server through the signer to a real EVM node, with a real token.

const base = await startBase();
const database = await createTestDatabase(inject('postgresUrl'));
const [ours, clients] = await Promise.all([createCertificate(), createCertificate()]);
const settings = {
  mode: 'test' as const,
  host: '127.0.0.1',
  databaseUrl: await createTestDatabase(inject('postgresUrl'), { isEmpty: true }),
  productDatabaseUrl: await createSignerLogin(database),
  networks: base.networks,
  payoutKeys: { evm: { current: keyFile(payoutKey), retired: [] } },
  kmsCredentials: undefined,
  policy,
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

/** Confirms what was sent. @returns units of the token that arrived */
async function paid({ id, to }: { id: string; to: string }): Promise<bigint> {
  await payouts.until(id, { status: 'processing' });
  await base.evm.mine(12);
  await payouts.until(id, { status: 'completed' });
  return base.evm.balanceOf(hexOf(to));
}

const day = 24 * 3600;

test('a withdrawal waits for a day while the signer does not know its destination, and leaves by itself', async () => {
  const asked = await payouts.ask('10');
  await payouts.until(asked.id, { status: 'to be processed', hold_reason: 'new-destination' });
  expect(await payouts.orders()).toEqual([]);
  await payouts.advance(day + 60);
  expect(await paid(asked)).toBe(10_000_000n);
});

test('a large withdrawal waits for the signatures of two operators', async () => {
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

test('while the signer is away a payout keeps its order, and is signed once the signer is back', async () => {
  const asked = await payouts.ask('5');
  await payouts.until(asked.id, { hold_reason: 'new-destination' });
  await signer.close();
  await payouts.advance(day + 60);
  await payouts.look();
  await payouts.look();
  expect(await payouts.orders()).toMatchObject([{ withdrawal_id: asked.id, attempt: 1 }]);
  expect(await payouts.rowOf(asked.id)).toMatchObject({ status: 'to be processed' });
  signer = await start(Number(new URL(url).port));
  // The circuit breaker may be open, and tries again within some minutes.
  await payouts.advance(600);
  expect(await paid(asked)).toBe(5_000_000n);
});
