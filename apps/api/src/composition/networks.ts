import { Network } from '@wusd/api-sdk/domain';
import { createEvmNetworks } from '../gateways/evm/index.ts';
import { ed25519Key, secp256k1Key } from '../gateways/keys/signing-key.ts';
import type { NetworkAdapter } from '../gateways/networks.ts';
import { createSolanaNetwork } from '../gateways/solana/index.ts';
import { createStellarNetwork } from '../gateways/stellar/index.ts';
import { createTronNetwork } from '../gateways/tron/index.ts';
import type { NetworkId } from '../platform/registry/networks.ts';
import type { Settings } from './settings.ts';

const bytesOf = (key: `0x${string}`): Uint8Array => Uint8Array.from(Buffer.from(key.slice(2), 'hex'));

/** Adapters of the networks that have nodes and a key to pay out with. */
export function createNetworks({
  networks: { evm, tron, solana, stellar },
  payoutKeys,
}: Pick<Settings, 'networks' | 'payoutKeys'>): Map<NetworkId, NetworkAdapter> {
  const adapters = new Map<NetworkId, NetworkAdapter>(
    evm && payoutKeys.evm && createEvmNetworks(evm, payoutKeys.evm.current, payoutKeys.evm.retired),
  );
  const add = <Of, Key>(
    networkId: NetworkId,
    settings: Of | undefined,
    keys: Settings['payoutKeys'][keyof Settings['payoutKeys']],
    keyOf: (bytes: Uint8Array) => Key,
    create: (settings: Of, key: Key, retired: Key[]) => NetworkAdapter,
  ): void => {
    if (!settings || !keys) return;
    const [current, ...retired] = [keys.current, ...keys.retired].map((each) => keyOf(bytesOf(each)));
    if (current) adapters.set(networkId, create(settings, current, retired));
  };
  add(Network.Tron, tron, payoutKeys.tron, secp256k1Key, createTronNetwork);
  add(Network.Solana, solana, payoutKeys.solana, ed25519Key, createSolanaNetwork);
  add(Network.Stellar, stellar, payoutKeys.stellar, ed25519Key, createStellarNetwork);
  return adapters;
}
