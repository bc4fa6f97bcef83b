import { toMinor } from '@wusd/api-sdk/money';
import { networkNameOf } from '@wusd/server-kit/registry/networks';
import { present } from '@wusd/server-kit/testing/present';
import type { ChainView } from '@wusd/payouts/chain-port';
import { readNetworkSettings } from '@wusd/payouts/network-settings';
import { type NetworkAdapter, routeNetworks } from '@wusd/payouts/networks';
import { createKeySource, createNetworks } from '@wusd/payouts/open-networks';
import { maySignAnew, type Payout, type PayoutPort, type PayoutStatus } from '@wusd/payouts/payout-port';
import { anyAttempt } from '@wusd/payouts/testing/any-attempt';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startAllNetworks } from '../testing/networks/all.ts';
import { type NodeFault, nodeFaults, payoutKeysAt, type TestNetwork } from '../testing/networks/network.ts';

// Rules that every network keeps while one node misbehaves, a process restarts at any step, or the payout key rotates.

const { file, networks, tron } = await startAllNetworks();
const settings = readNetworkSettings(file);
/** The networks as a newly started process opens them. */
const open = (stage: 0 | 1): NetworkAdapter =>
  routeNetworks(createNetworks(settings, createKeySource(payoutKeysAt(stage), undefined), { clock: tron.clock }));

const nodesAndFaults = nodeFaults.flatMap((fault) => ([0, 1] as const).map((node) => [fault, node] as const));
const amount = toMinor('2.5', 18);

describe.each(networks.map((network) => [networkNameOf(network.networkId), network] as const))('%s', (_, network) => {
  const { networkId } = network;
  const { chain, payouts } = open(0);
  const ask = (nonce: string, from: PayoutPort = payouts) => askOn(network, from, nonce);
  const statusOf = ({ sender, nonce }: Payout, signed: { raw: string; hash: string }, of: PayoutPort = payouts) =>
    of.statusOf({ networkId, sender, nonce, ...signed });

  beforeAll(async () => network.fund(await payouts.sender(networkId)));
  afterEach(() => network.heal());

  test.each(nodesAndFaults)(
    'a fault of one node reverses no deposit and abandons no payout: %s (node %i)',
    async (fault: NodeFault, node) => {
      const asked = await ask(present((await nextNonces(networkId, payouts, 1))[0]));
      const signed = await payouts.sign(asked);
      await payouts.broadcast(networkId, signed.raw);
      const target = await chain.depositTarget(networkId, 1n);
      const hash = await network.receive(target, '10');
      const [transfer] = await chain.transfersOf(networkId, hash);
      const deposit = { ...present(transfer), isCredited: true };
      await network.fail(node, fault, [hash, signed.hash]);
      // An error changes nothing, so it is a valid outcome.
      const view = await chain.inspect(networkId, [deposit]).catch(() => undefined);
      const status: PayoutStatus = await statusOf(asked, signed).catch(() => 'unknown' as const);
      expect({ isTakenBack: isTakenBack(view), isGivenUp: isGivenUp(status) }).toEqual({
        isTakenBack: false,
        isGivenUp: false,
      });
      network.heal();
      await network.blocks(40);
      expect((await chain.inspect(networkId, [deposit])).states).toMatchObject([
        { state: 'included', block: deposit.block },
      ]);
      expect(await statusOf(asked, signed)).toMatchObject({ isReverted: false });
      expect(await network.paidTo(asked.to)).toBe(amount);
    },
  );

  test.each(nodesAndFaults.filter(([fault]) => fault === 'hides' || fault === 'other results'))(
    'one node alone cannot make a final payout fail: %s (node %i)',
    async (fault, node) => {
      const asked = await ask(present((await nextNonces(networkId, payouts, 1))[0]));
      const signed = await payouts.sign(asked);
      await payouts.broadcast(networkId, signed.raw);
      await network.blocks(network.finalBlocks + 40);
      await network.fail(node, fault, [signed.hash]);
      const status: PayoutStatus = await statusOf(asked, signed).catch(() => 'unknown' as const);
      expect(isGivenUp(status)).toBe(false);
      network.heal();
      expect(await statusOf(asked, signed)).toMatchObject({ isReverted: false });
    },
  );

  test.each(['signed', 'broadcast', 'included'])(
    'a payout is paid once if its process restarts after it was %s',
    async (step) => {
      const asked = await ask(present((await nextNonces(networkId, payouts, 1))[0]));
      const signed = await payouts.sign(asked);
      if (step !== 'signed') await payouts.broadcast(networkId, signed.raw);
      if (step === 'included') await network.blocks(1);
      const restarted = open(0).payouts;
      expect(await restarted.sign(asked)).toEqual(signed);
      await restarted.broadcast(networkId, signed.raw);
      await network.blocks(40);
      await restarted.broadcast(networkId, signed.raw);
      await network.blocks(2);
      expect(await statusOf(asked, signed, restarted)).toMatchObject({ isReverted: false });
      expect(await network.paidTo(asked.to)).toBe(amount);
    },
  );

  test('payouts of the old key complete after a new payout key takes over', async () => {
    const [first, second, third] = await Promise.all(
      (await nextNonces(networkId, payouts, 3)).map((nonce) => ask(nonce)),
    );
    const old = [present(first), present(second), present(third)];
    const signed = await Promise.all(old.map((each) => payouts.sign(each)));
    await payouts.broadcast(networkId, present(signed[0]).raw);
    await network.blocks(1);
    await payouts.broadcast(networkId, present(signed[1]).raw);

    const rotated = open(1).payouts;
    const sender = await rotated.sender(networkId);
    expect(sender).not.toBe(await payouts.sender(networkId));
    await network.fund(sender);
    const later = await ask(present((await nextNonces(networkId, rotated, 1))[0]), rotated);
    expect(later.sender).toBe(sender);
    await rotated.broadcast(networkId, (await rotated.sign(later)).raw);
    // The third payout was signed but not broadcast. The retired key signs the same bytes again.
    expect(await rotated.sign(present(third))).toEqual(signed[2]);
    await rotated.broadcast(networkId, present(signed[2]).raw);
    await network.blocks(40);
    for (const each of [...old, later]) expect(await network.paidTo(each.to)).toBe(amount);
    for (const [index, each] of old.entries())
      expect(await statusOf(each, present(signed[index]), rotated)).toMatchObject({ isReverted: false });
  });
});

async function nextNonces(networkId: number, payouts: PayoutPort, count: number): Promise<string[]> {
  const offer = await payouts.nonces(networkId);
  return 'from' in offer
    ? Array.from({ length: count }, (_, index) => String(offer.from + BigInt(index)))
    : offer.anyOf.slice(0, count);
}

async function askOn(network: TestNetwork, payouts: PayoutPort, nonce: string): Promise<Payout> {
  const { networkId } = network;
  return {
    ...anyAttempt,
    networkId,
    nonce,
    amount,
    currency: 'WUSD',
    sender: await payouts.sender(networkId),
    to: await network.stranger(),
    price: await payouts.currentPrice(networkId),
  };
}

/** The states that reverse a credited deposit. */
const isTakenBack = (view: ChainView | undefined): boolean =>
  view?.withheldReason === undefined && view?.states[0]?.state === 'replaced';

/** The statuses after which the customer is refunded or the payout is signed again. */
const isGivenUp = (status: PayoutStatus): boolean =>
  maySignAnew([status]) || (typeof status === 'object' && status.confirmations > 0 && status.isReverted);
