import { startSolana } from '@wusd/api/testing/solana-network';
import { createTestDatabase } from '@wusd/api/testing/databases';
import { Network } from '@wusd/api-sdk/domain';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase } from '../src/database/database.ts';
import { recordDestinations } from '../src/destinations.ts';
import type { OrderedPayout } from '../src/ordered-payouts.ts';
import { signPayout } from '../src/sign-payout.ts';
import { policy } from '../testing/signer.ts';

// On a real runtime, a recent block hash looks like the value of a nonce account, but excludes no other transaction.

const networkId = Network.Solana;
const { node, adapter, world } = await startSolana();
const { payouts } = adapter;
beforeAll(() => world.begin());
const db = await openDatabase(await createTestDatabase(inject('postgresUrl'), { isEmpty: true }));
afterAll(() => db.destroy());

let now = Date.parse('2030-01-01T00:00:00Z');
const clock = { now: () => new Date(now) };
const usdc = policy.limits.get('WUSD');
let order: OrderedPayout | undefined;
const services = {
  db,
  clock,
  payouts,
  policy: { ...policy, limits: new Map(usdc && [['USDC', usdc]]) },
  // Rows of a product that an attacker controls.
  product: {
    findOrder: async () => order,
    async *destinationsBetween() {},
    findCredential: async () => undefined,
    async *credentialsBetween() {},
    keyIndexesAfter: async () => [],
    close: async () => {},
  },
};

test('the signer signs with the value of a nonce account, and rejects a block hash instead of it', async () => {
  const to = await world.stranger();
  await recordDestinations(db, clock, [{ networkId, address: to, memo: undefined }]);
  now += 25 * 3_600_000;
  const offer = await payouts.nonces(networkId);
  const [genuine = ''] = 'anyOf' in offer ? offer.anyOf : [];
  const [account] = genuine.split(':');
  const payout = {
    payoutId: 'ctx_1',
    attempt: 1,
    networkId,
    sender: await payouts.sender(networkId),
    price: await payouts.currentPrice(networkId),
    to,
    currency: 'USDC',
    amount: 10n ** 18n,
    kind: 'payout' as const,
    approvals: [],
  };
  order = { ...payout, nonce: `${account}:${await node.latestBlockhash()}` };
  // The adapter alone would sign the payout.
  await expect(payouts.sign(order)).resolves.toBeDefined();
  await expect(signPayout(services, payout)).rejects.toMatchObject({ reason: 'earlier-attempt' });
  order = { ...payout, nonce: genuine };
  expect(await signPayout(services, payout)).toBeDefined();
});
