import type { NetworkId } from '@wusd/server-kit/registry/networks';
import type { SigningKey } from '../keys/signing-key.ts';
import type { NetworkAdapter } from '../networks.ts';
import { createEvmChain } from './chain.ts';
import { createEvmPayouts } from './payouts.ts';
import type { EvmSettings } from './settings.ts';
import { createEvmSigner } from './signer.ts';

/**
 * Creates the adapters of EVM networks, which use JSON-RPC.
 *
 * @param retiredPayoutKeys previous keys with payouts that are not final yet; used only to replace or cancel these
 *   payouts
 */
export function createEvmNetworks(
  { depositKey, networks }: EvmSettings,
  payoutKey: SigningKey<'secp256k1'>,
  retiredPayoutKeys: readonly SigningKey<'secp256k1'>[] = [],
): Map<NetworkId, NetworkAdapter> {
  const signer = createEvmSigner(payoutKey, retiredPayoutKeys, networks);
  return new Map(
    networks.map((network) => [
      network.networkId,
      { chain: createEvmChain(network, depositKey, signer.address), payouts: createEvmPayouts(network, signer) },
    ]),
  );
}
