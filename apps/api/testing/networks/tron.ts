import { finalityDepth } from '@wusd/payouts/finality';
import { Network } from '@wusd/api-sdk/domain';
import { fromEvmAddress, toEvmAddress } from '@wusd/payouts/tron/address';
import type { Clock } from '@wusd/server-kit/clock';
import { anyTronAddress, startTron, tronDepositXpub } from '../tron-network.ts';
import { behind, settingOf, type TestNetwork } from './network.ts';

export interface TronTestNetwork extends TestNetwork {
  /** A clock with the time of the newest block. */
  clock: Clock;
  /** Mines a block with the time of a clock, unless the newest block is as late. */
  follow(clock: Clock): Promise<void>;
}

/** Starts a double of Tron on a real EVM node, behind two doubles of its nodes. */
export async function startTronTestNetwork(): Promise<TronTestNetwork> {
  const { evm, chain, primary, secondary } = await startTron();
  const nodes = [primary, secondary] as const;
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
    fail: async (node, fault, hashes) => nodes[node].set(settingOf(fault, behind((await chain.head()).height), hashes)),
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
