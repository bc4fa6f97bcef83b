import { randomBytes } from 'node:crypto';
import { toMinor } from '@wusd/api-sdk/money';
import type { Hex } from 'viem';
import { describe } from 'vitest';
import { type EvmNetworkId, evmNetworkIds, networkIds, networkNameOf } from '@wusd/server-kit/registry/networks';
import { simulatedAddress, simulatedHash } from '../src/sandbox/chain.ts';
import { anybody, startEvmNetwork } from '@wusd/payouts/testing/evm-network';
import { payoutAddress } from '@wusd/payouts/testing/evm-node';
import { advance, startTwoNodes } from '../testing/harness.ts';
import { conforms, type World } from '../testing/network-conformance.ts';
import { present } from '@wusd/server-kit/testing/present';

// Rules that every network adapter meets, both on a real EVM node with a token and in the simulators.

const { node } = await startTwoNodes({ sandboxPace: 'manual' });
const { db, clock, gateways } = node.server.services;

/** A real node configured as an EVM network. */
async function evmWorld(networkId: EvmNetworkId): Promise<World> {
  const { evm, real } = await startEvmNetwork(networkId);
  const beforeHash = new Map<string, Hex>();
  return {
    ...real,
    networkId,
    currency: 'WUSD',
    unknownHash: `0x${'0'.repeat(64)}`,
    unrepresentable: 1n,
    async begin() {
      await evm.fuel();
      await evm.mint(payoutAddress, '1000');
    },
    async receive({ address }, amount) {
      const snapshot = await evm.client.snapshot();
      const hash = await evm.mint(address, amount);
      beforeHash.set(hash, snapshot);
      return hash;
    },
    blocks: (count) => evm.mine(count),
    async takeBack(hash) {
      await evm.client.revert({ id: present(beforeHash.get(hash)) });
      await evm.mine(20);
    },
    costsMore: () => evm.raisePrice('50'),
    stranger: async () => anybody(),
  };
}
const evmWorlds = await Promise.all(evmNetworkIds.map(async (id) => [networkNameOf(id), await evmWorld(id)] as const));

let strangers = 900n;
const simulated = (networkId: number): World => ({
  hasFees: false,
  chain: gateways.chain,
  payouts: gateways.payouts,
  networkId,
  currency: 'WUSD',
  unknownHash: simulatedHash(networkId, 'nothing'),
  begin: async () => {},
  async receive({ address, memo = null }, amount) {
    const hash = simulatedHash(networkId, randomBytes(32));
    const row = { network_id: networkId, hash, log_index: 0, address, memo, currency: 'WUSD', sender: 'somebody' };
    await db
      .insertInto('sandbox_transfer')
      .values({ ...row, amount: toMinor(amount, 18).toString(), at: clock.now(), confirmations: 1 })
      .execute();
    return hash;
  },
  async blocks(count) {
    await db
      .updateTable('sandbox_transfer')
      .set((eb) => ({ confirmations: eb('confirmations', '+', count) }))
      .execute();
    await db
      .updateTable('sandbox_broadcast')
      .set((eb) => ({ confirmations: eb(eb.fn.coalesce('confirmations', eb.lit(0)), '+', count) }))
      .execute();
  },
  async takeBack(hash) {
    await db.updateTable('sandbox_transfer').set({ is_gone: true }).where('hash', '=', hash).execute();
  },
  async expire() {
    await advance(6 * 60, node);
  },
  stranger: async () => simulatedAddress(networkId, (strangers += 1n)),
});

describe.each(evmWorlds)('a node of %s', (_, world) => {
  conforms(world);
});
describe.each(networkIds.map((id) => [networkNameOf(id), id] as const))('the simulator of %s', (_, id) => {
  conforms(simulated(id));
});
