import type { NetworkId } from '../../platform/registry/networks.ts';
import type { NetworkAdapter } from '../networks.ts';
import { createEvmChain } from './chain.ts';
import { createEvmPayouts } from './payouts.ts';
import type { EvmSettings } from './settings.ts';
import { createLocalSigner } from './signer.ts';

/**
 * The networks that work as Ethereum does, each over the JSON-RPC of a node.
 *
 * @param retiredPayoutKeys that payouts on their way were signed by: they are offered for more, or cancelled, and nothing else
 */
export function createEvmNetworks(
  { depositKey, networks }: EvmSettings,
  payoutKey: `0x${string}`,
  retiredPayoutKeys: readonly `0x${string}`[] = [],
): Map<NetworkId, NetworkAdapter> {
  const signer = createLocalSigner(payoutKey, retiredPayoutKeys, networks);
  return new Map(
    networks.map((network) => [
      network.networkId,
      { chain: createEvmChain(network, depositKey, signer.address), payouts: createEvmPayouts(network, signer) },
    ]),
  );
}
