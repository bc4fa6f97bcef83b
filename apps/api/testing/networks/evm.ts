import { Network } from '@wusd/api-sdk/domain';
import { chainIds } from '@wusd/payouts/evm/settings';
import { anybody } from '@wusd/payouts/testing/evm-network';
import { hexOf } from '@wusd/payouts/evm/hex';
import { depositXpub, startEvmNode } from '@wusd/payouts/testing/evm-node';
import { startRpcDouble } from '@wusd/payouts/testing/rpc-double';
import type { EvmNetworkId } from '@wusd/server-kit/registry/networks';
import { afterAll } from 'vitest';
import { behind, settingOf, type TestNetwork } from './network.ts';

const finalBlocks = 20;
export const evmDepositKey = depositXpub;

/** Starts a real EVM node behind two doubles of RPC providers. @param highestGwei fee limit of payouts */
export async function startEvmTestNetwork(networkId: EvmNetworkId, highestGwei: string): Promise<TestNetwork> {
  // Blocks on Viction have no base fee.
  const hardfork = networkId === Network.Viction ? ({ hardfork: 'berlin' } as const) : {};
  const evm = await startEvmNode({ chainId: chainIds[networkId], ...hardfork });
  const nodes = [await startRpcDouble(evm.url), await startRpcDouble(evm.url)] as const;
  afterAll(() => Promise.all([evm.stop(), ...nodes.map((each) => each.stop())]));
  return {
    networkId,
    family: 'evm',
    settings: {
      nodes: nodes.map(({ url }) => url),
      tokens: { WUSD: { address: evm.token, decimals: evm.decimals } },
      // Smaller than on the real networks, where thousands of blocks would take a local node minutes.
      finalBlocks,
      // No sweeps: only the signer sweeps deposit addresses.
      sweep: undefined,
    },
    finalBlocks,
    async fund(sender) {
      await evm.fuel(hexOf(sender));
      await evm.mint(sender, '100000');
    },
    receive: ({ address }, amount) => evm.mint(address, amount),
    blocks: (count) => evm.mine(count),
    stranger: async () => anybody(),
    paidTo: async (address) => (await evm.balanceOf(hexOf(address))) * 10n ** BigInt(18 - evm.decimals),
    fail: async (node, fault, hashes) =>
      nodes[node].set(settingOf(fault, behind(await evm.client.getBlockNumber()), hashes)),
    heal() {
      for (const each of nodes) each.set({});
    },
    raisePrice: () => evm.raisePrice(String(Number(highestGwei) * 0.4)),
    async fork() {
      const id = await evm.client.snapshot();
      const from = await evm.client.getBlockNumber();
      return async () => {
        const abandoned = (await evm.client.getBlockNumber()) - from;
        await evm.client.revert({ id });
        await evm.mine(Number(abandoned) + 1);
      };
    },
  };
}
