import { Network } from '@wusd/api-sdk/domain';
import { describe, expect, test, vi } from 'vitest';
import { followWithdrawals } from '../src/domains/transfers/crypto/follow-withdrawals.ts';
import { sendWithdrawals } from '../src/domains/transfers/crypto/send-withdrawals.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import { startCryptoPayouts } from '../testing/crypto-payouts.ts';
import { askWithdrawal, saveOldAddress } from '../testing/withdrawals.ts';
import { advance, delivered, eventually } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';

// Signed payouts: each gets into one block, whether it is lost, stuck, displaced or reverted on the way.

const networkId = Network.Ethereum;
const { node, other, services, db, customerId, ask, rounds, rowOf, signedOf } = await startCryptoPayouts(
  networkId,
  700n,
);
const { clock } = services;

const broadcastOf = (hash: string) =>
  db.selectFrom('sandbox_broadcast').selectAll().where('hash', '=', hash).executeTakeFirst();
async function sent(amount: string): Promise<string> {
  const id = await ask(amount);
  await eventually(async () => {
    await rounds();
    const hash = (await rowOf(id)).hash;
    return hash !== null && (await broadcastOf(hash)) ? true : undefined;
  });
  return id;
}
const happen = async (type: 'confirmations' | 'reorganisation' | 'reversion', subjectId: string): Promise<void> => {
  await node.api.sandbox.createEvent({ type, subjectId });
  await rounds();
};
const posted = async (): Promise<string> => {
  const { posted: amount, held } = await db
    .selectFrom('account')
    .select(['posted', 'held'])
    .where('owner', '=', customerId)
    .where('asset', '=', 'WUSD')
    .executeTakeFirstOrThrow();
  return (BigInt(amount) - BigInt(held)).toString();
};
/** Uses the nonce for a foreign transaction, with enough confirmations to be final. */
async function takeNonce(id: string): Promise<void> {
  const [signed] = await signedOf(id);
  await db
    .deleteFrom('sandbox_broadcast')
    .where('hash', '=', signed?.hash ?? '')
    .execute();
  const raw = JSON.stringify({ sender: signed?.sender, nonce: signed?.nonce, price: '999' });
  await db
    .insertInto('sandbox_broadcast')
    .values({ network_id: networkId, hash: `0x${id}`, raw, at: clock.now(), confirmations: 99 })
    .execute();
}

describe('a sent payout', () => {
  test('that its network forgets is sent again with the same bytes and nonce', async () => {
    const id = await sent('20.00');
    const [before] = await signedOf(id);
    await happen('reorganisation', id);
    expect((await broadcastOf(before?.hash ?? ''))?.raw).toBe(before?.raw);
    expect(await signedOf(id)).toEqual([before]);
    await happen('confirmations', id);
    expect((await rowOf(id)).status).toBe('completed');
  });

  test('whose node died between signing and sending is sent by the next round', async () => {
    const broadcast = [node, other].map(({ server }) =>
      vi.spyOn(server.services.gateways.payouts, 'broadcast').mockRejectedValue(new Error('The process ended')),
    );
    const id = await ask('21.00');
    await eventually(async () => {
      await rounds().catch(() => {});
      return (await rowOf(id)).status === 'processing' ? true : undefined;
    });
    const [signed] = await signedOf(id);
    expect(await broadcastOf(signed?.hash ?? '')).toBeUndefined();
    for (const each of broadcast) each.mockRestore();
    await Promise.all([node, other].map(({ server }) => followWithdrawals(server.services)));
    expect((await broadcastOf(signed?.hash ?? ''))?.raw).toBe(signed?.raw);
    await happen('confirmations', id);
    expect((await rowOf(id)).status).toBe('completed');
  });

  test('that its network reverts returns the money', async () => {
    const before = await posted();
    const id = await sent('22.00');
    await happen('reversion', id);
    expect((await rowOf(id)).status).toBe('failed');
    expect(await posted()).toBe(before);
  });

  test('that no block includes is signed again with a higher price at the same nonce, and settles by either', async () => {
    const id = await sent('23.00');
    const [first] = await signedOf(id);
    // The payout is in the network's pool and in no block.
    await db
      .updateTable('sandbox_broadcast')
      .set({ confirmations: 0 })
      .where('hash', '=', first?.hash ?? '')
      .execute();
    await advance(9 * 60, node, other);
    await rounds();
    expect(await signedOf(id)).toHaveLength(1);
    await advance(2 * 60, node, other);
    await Promise.all([node, other].map(({ server }) => followWithdrawals(server.services)));
    // The node's own job may be about to sign or send the replacement.
    const signed = await eventually(async () => {
      const all = await signedOf(id);
      return all[1] !== undefined && (await broadcastOf(all[1].hash)) ? all : undefined;
    });
    expect(signed.map(({ attempt, nonce }) => [attempt, nonce])).toEqual([
      [1, first?.nonce],
      [2, first?.nonce],
    ]);
    expect(Number(signed[1]?.price)).toBeGreaterThan(Number(first?.price));
    const before = await posted();
    await happen('confirmations', id);
    expect(await rowOf(id)).toMatchObject({ status: 'completed', hash: signed[1]?.hash });
    expect(await posted()).toBe(before);
  });

  test('that lost its nonce waits for a person, who sends it with a new nonce', async () => {
    const id = await sent('24.00');
    await takeNonce(id);
    await rounds();
    expect(await rowOf(id)).toMatchObject({ status: 'to be confirmed', hold_reason: 'displaced' });
    const told = await db.selectFrom('message').selectAll().where('sent_at', 'is', null).execute();
    await operatorOf(services)('approve', id);
    await eventually(async () => {
      await rounds();
      return (await rowOf(id)).status === 'processing' ? true : undefined;
    });
    // The customer is notified of the release only after the payout was sent.
    expect(
      (await db.selectFrom('message').selectAll().where('sent_at', 'is', null).execute()).length,
    ).toBeLessThanOrEqual(told.length);
    const [lost, anew] = await signedOf(id);
    expect(BigInt(anew?.nonce ?? 0)).toBeGreaterThan(BigInt(lost?.nonce ?? 0));
    await happen('confirmations', id);
    expect((await rowOf(id)).status).toBe('completed');
  });

  test('that was sent again meanwhile is not held by a node with an older status', async () => {
    const id = await sent('24.50');
    await takeNonce(id);
    const answered = vi.spyOn(services.gateways.payouts, 'statusOf').mockImplementationOnce(async () => {
      await followWithdrawals(other.server.services);
      await operatorOf(services)('approve', id);
      await sendWithdrawals(other.server.services);
      return 'displaced';
    });
    await followWithdrawals(services);
    await eventually(async () => ((await signedOf(id)).length === 2 ? true : undefined));
    await rounds();
    expect(answered).toHaveBeenCalled();
    expect((await rowOf(id)).status).toBe('processing');
    await happen('confirmations', id);
    expect((await rowOf(id)).status).toBe('completed');
  });

  test('wrongly reported as displaced is followed and not sent a second time', async () => {
    const before = await posted();
    const id = await sent('24.75');
    vi.spyOn(services.gateways.payouts, 'statusOf').mockResolvedValueOnce('displaced');
    await eventually(async () => {
      await followWithdrawals(services);
      return (await rowOf(id)).status === 'to be confirmed' ? true : undefined;
    });
    await operatorOf(services)('approve', id);
    await eventually(async () => {
      await rounds();
      return (await rowOf(id)).status === 'processing' ? true : undefined;
    });
    expect(await signedOf(id)).toHaveLength(1);
    await happen('confirmations', id);
    expect((await rowOf(id)).status).toBe('completed');
    expect(await signedOf(id)).toHaveLength(1);
    expect(BigInt(before) - BigInt(await posted())).toBe(25_750_000_000_000_000_000n);
  });

  test('that lost its nonce returns the money when a person rejects it', async () => {
    const before = await posted();
    const id = await sent('25.00');
    await takeNonce(id);
    await rounds();
    await operatorOf(services)('reject', id, '--reason', 'at-your-request');
    expect(await posted()).toBe(before);
  });
});

describe('a payout to be sent', () => {
  test('does not block other payouts when its screening fails', async () => {
    const screening = [node, other].map(({ server }) =>
      vi
        .spyOn(server.services.gateways.screening, 'screenAddress')
        .mockImplementation(() => Promise.reject(new Error('The screening is down'))),
    );
    const unscreened = simulatedAddress(networkId, 701n);
    const unscreenedId = await saveOldAddress(services, customerId, networkId, unscreened);
    const stays = await askWithdrawal(services, { customerId, addressId: unscreenedId, amount: '27.00' });
    await expect(sendWithdrawals(services)).rejects.toThrow(AggregateError);
    expect((await rowOf(stays)).status).toBe('to be processed');
    for (const each of screening)
      each.mockImplementation((_, address) =>
        address === unscreened ? Promise.reject(new Error('It is down for this one')) : Promise.resolve('low'),
      );
    const goes = await ask('28.00');
    await sendWithdrawals(services).catch(() => {});
    expect((await rowOf(goes)).status).toBe('processing');
    expect((await rowOf(stays)).status).toBe('to be processed');
    await delivered(node);
  });
});
