import { Network } from '@wusd/api-sdk/domain';
import { subtract, toMinor } from '@wusd/api-sdk/money';
import { beforeAll, expect, test, vi } from 'vitest';
import { startCryptoPayouts } from '../testing/crypto-payouts.ts';
import { advance, availableOf, clientOf, eventually, mei, signIn } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';

// Tron has no nonces: only its expiration keeps a signed payout from being included.

const networkId = Network.Tron;
const { node, other, services, db, ask, rounds, signedOf } = await startCryptoPayouts(networkId, 700n);

beforeAll(async () => {
  const api = clientOf(node, await signIn(node));
  const money = { currency: 'WUSD' as const, amount: '500.00' };
  await api.sandbox.createEvent({ type: 'chain-transfer', subjectId: mei.username, networkId, money });
  const find = async () =>
    (await api.cryptoTransactions.search({ filter: { networkId } })).items.find(
      ({ receive }) => receive.amount === '500.000000000000000000',
    );
  const { id } = await eventually(find);
  await api.sandbox.createEvent({ type: 'confirmations', subjectId: id });
  await eventually(async () => ((await find())?.status === 'completed' ? true : undefined));
});
const statusOf = async (id: string): Promise<string> =>
  (await db.selectFrom('crypto_transaction').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const available = async (): Promise<string> => availableOf(clientOf(node, await signIn(node)), 'WUSD');

/** Sends a payout that is in no block. */
async function pending(amount: string): Promise<string> {
  const id = await ask(amount);
  await eventually(async () => {
    await rounds();
    const [signed] = await signedOf(id);
    if (!signed) return undefined;
    const { numUpdatedRows } = await db
      .updateTable('sandbox_broadcast')
      .set({ confirmations: 0 })
      .where('hash', '=', signed.hash)
      .executeTakeFirst();
    return numUpdatedRows > 0n ? true : undefined;
  });
  return id;
}

const confirmed = async (id: string): Promise<void> => {
  await node.api.sandbox.createEvent({ type: 'confirmations', subjectId: id });
  await eventually(async () => {
    await rounds();
    return (await statusOf(id)) === 'completed' ? true : undefined;
  });
};
const signedAnew = (id: string, times: number): Promise<unknown> =>
  eventually(async () => {
    await rounds();
    return (await signedOf(id)).length === times ? true : undefined;
  });

test('an expired payout is signed again automatically with a new expiration, and paid once', async () => {
  await advance(61, node, other);
  const before = await available();
  const id = await pending('20.00');
  await advance(4 * 60, node, other);
  await rounds();
  expect(await signedOf(id)).toHaveLength(1);
  await advance(2 * 60, node, other);
  await signedAnew(id, 2);
  const [expired, anew] = await signedOf(id);
  expect(anew?.nonce).not.toBe(expired?.nonce);
  await confirmed(id);
  expect(subtract(before, await available())).toBe('21.000000000000000000');
  expect(await signedOf(id)).toHaveLength(2);
});

test('a payout that has not expired is neither replaced nor cancelled', async () => {
  const id = await pending('21.00');
  await advance(4 * 60, node, other);
  await rounds();
  await expect(operatorOf(services)('cancel-payout', id, '--why', 'stuck')).rejects.toThrow("can't be cancelled");
  expect(await signedOf(id)).toHaveLength(1);
  await confirmed(id);
});

test('operators cannot cancel a stuck payout, and the queue says that it will be sent again', async () => {
  for (const { server } of [node, other])
    vi.spyOn(server.services.gateways.payouts, 'statusOf').mockResolvedValue('unknown');
  const id = await pending('11.00');
  await advance(31 * 60, node, other);
  expect(await operatorOf(services)('queue')).toMatch(
    new RegExp(`stuck payout +${id} .*none: it is sent anew by itself`),
  );
  vi.restoreAllMocks();
  await signedAnew(id, 2);
  await confirmed(id);
});

test('a payout that is signed again counts once towards the daily limit', async () => {
  const limit = toMinor('100', 18);
  for (const { server } of [node, other])
    vi.spyOn(server.services.gateways.payouts, 'dailyLimit').mockResolvedValue(limit);
  await advance(25 * 60 * 60, node, other);
  const id = await pending('80.00');
  await advance(6 * 60, node, other);
  await signedAnew(id, 2);
  expect(await statusOf(id)).toBe('processing');
  await confirmed(id);
});

test('a payout that is signed again needs no funds beyond its reservation', async () => {
  // More than half of the amount that the network holds.
  const id = await pending('250.00');
  await advance(6 * 60, node, other);
  await signedAnew(id, 2);
  await confirmed(id);
  expect(await signedOf(id)).toHaveLength(2);
});

test('a payout that is signed again leaves the rest of the daily limit to others', async () => {
  const limit = toMinor('100', 18);
  for (const { server } of [node, other])
    vi.spyOn(server.services.gateways.payouts, 'dailyLimit').mockResolvedValue(limit);
  await advance(25 * 60 * 60, node, other);
  const id = await pending('40.00');
  await advance(6 * 60, node, other);
  await signedAnew(id, 2);
  await confirmed(id);
  const within = await pending('50.00');
  await confirmed(within);
  expect(await signedOf(within)).toHaveLength(1);
});

test('a customer cannot cancel a signed payout, and an operator cannot reject one that may still arrive', async () => {
  await advance(61, node, other);
  const api = clientOf(node, await signIn(node));
  const id = await pending('10.00');
  await db.updateTable('crypto_transaction').set({ status: 'to be processed' }).where('id', '=', id).execute();
  await expect(api.cryptoTransactions.cancel(id)).rejects.toMatchObject({ errorName: 'MOVE_NOT_ALLOWED' });
  expect((await api.cryptoTransactions.get(id)).nextMoves.filter(({ who }) => who === 'customer')).toEqual([]);
  await db.updateTable('crypto_transaction').set({ status: 'to be confirmed' }).where('id', '=', id).execute();
  await expect(operatorOf(services)('reject', id, '--reason', 'compliance-review')).rejects.toThrow('may still arrive');
  await db.updateTable('crypto_transaction').set({ status: 'processing' }).where('id', '=', id).execute();
  await confirmed(id);
});

test('a payout waits for an operator after five expired attempts', async () => {
  const id = await pending('10.00');
  for (let attempt = 2; attempt <= 5; attempt += 1) {
    await advance(6 * 60, node, other);
    await signedAnew(id, attempt);
    const last = (await signedOf(id)).at(-1);
    await db
      .updateTable('sandbox_broadcast')
      .set({ confirmations: 0 })
      .where('hash', '=', last?.hash ?? '')
      .execute();
  }
  await advance(6 * 60, node, other);
  await eventually(async () => {
    await rounds();
    return (await statusOf(id)) === 'to be confirmed' ? true : undefined;
  });
  await operatorOf(services)('reject', id, '--reason', 'compliance-review');
  expect(await statusOf(id)).toBe('rejected');
});
