import { finalityDepth } from '@wusd/payouts/finality';
import { Network } from '@wusd/api-sdk/domain';
import { fromEvmAddress, toEvmAddress } from '@wusd/payouts/tron/address';
import type { Clock } from '@wusd/server-kit/clock';
import { anyTronAddress, startTron, tronDepositXpub } from '../tron-network.ts';
import { behind, type NodeFault, type TestNetwork } from './network.ts';

export interface TronTestNetwork extends TestNetwork {
  /** The time of its newest block. */
  clock: Clock;
  /** The next block has the time of a clock, unless it is of a later time already. */
  follow(clock: Clock): Promise<void>;
}

/** A double of Tron, on a real EVM node, behind two doubles of its nodes. */
export async function startTronTestNetwork(): Promise<TronTestNetwork> {
  const { evm, chain, primary, secondary } = await startTron();
  const nodes = [primary, secondary] as const;
  const faultsOf = async (fault: NodeFault, hashes: readonly string[]) => {
    const height = behind((await chain.head()).height);
    const faults: Record<NodeFault, Parameters<(typeof nodes)[0]['set']>[0]> = {
      down: { isDown: true },
      behind: { head: height },
      'other blocks': { forgedFrom: height },
      hides: { hidden: hashes },
      'other results': { failed: hashes },
    };
    return faults[fault];
  };
  return {
    networkId: Network.Tron,
    family: 'tron',
    settings: {
      depositKey: tronDepositXpub,
      nodes: nodes.map(({ url }) => url),
      tokens: { WUSD: { address: fromEvmAddress(evm.token), decimals: evm.decimals } },
    },
    finalBlocks: finalityDepth(Network.Tron),
    async fund(sender) {
      await evm.fuel(toEvmAddress(sender));
      await evm.mint(toEvmAddress(sender), '100000');
    },
    receive: async ({ address }, amount) => chain.idOf(await evm.mint(toEvmAddress(address), amount)),
    blocks: (count) => chain.mine(count),
    stranger: async () => anyTronAddress(),
    paidTo: async (address) => (await evm.balanceOf(toEvmAddress(address))) * 10n ** BigInt(18 - evm.decimals),
    fail: async (node, fault, hashes) => nodes[node].set(await faultsOf(fault, hashes)),
    heal() {
      for (const each of nodes) each.set({});
    },
    async fork() {
      const id = await evm.client.snapshot();
      const { height: from } = await chain.head();
      return async () => {
        const { height: to } = await chain.head();
        await evm.client.revert({ id });
        await chain.mine(Number(to - from) + 1);
      };
    },
    clock: { now: () => new Date(chain.time()) },
    async follow(clock) {
      const ahead = clock.now().getTime() - (await chain.head()).timestamp;
      if (ahead < 1000) return;
      await evm.client.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(clock.now().getTime() / 1000)) });
      await chain.mine(1);
    },
  };
}
