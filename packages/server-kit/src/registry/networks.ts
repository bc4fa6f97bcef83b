import { Network, networkNames, type NetworkIdValue } from '@wusd/api-sdk/domain';
import { lookUp, UnknownKeyError } from './lookup.ts';

export type NetworkId = NetworkIdValue;

/** Networks of a family have the same formats of keys, addresses and transaction hashes. */
export type NetworkFamily = 'evm' | 'tron' | 'solana' | 'stellar';

export const networkFamilies: readonly NetworkFamily[] = ['evm', 'tron', 'solana', 'stellar'];

const families = {
  [Network.Ethereum]: 'evm',
  [Network.Polygon]: 'evm',
  [Network.Viction]: 'evm',
  [Network.Tron]: 'tron',
  [Network.ArbitrumOne]: 'evm',
  [Network.Base]: 'evm',
  [Network.Bnb]: 'evm',
  [Network.Solana]: 'solana',
  [Network.Avalanche]: 'evm',
  [Network.Stellar]: 'stellar',
} as const satisfies Record<NetworkId, NetworkFamily>;

/** Networks on which a key has the same address. */
export type EvmNetworkId = { [N in NetworkId]: (typeof families)[N] extends 'evm' ? N : never }[NetworkId];

/** Every network, by ascending id. */
export const networkIds: readonly NetworkId[] = Object.values(Network).toSorted((a, b) => a - b);

const isEvmId = (networkId: NetworkId): networkId is EvmNetworkId => families[networkId] === 'evm';

export const evmNetworkIds: readonly EvmNetworkId[] = networkIds.filter(isEvmId);

/** @throws UnknownKeyError */
export function familyOf(networkId: number): NetworkFamily {
  return lookUp('network', families, networkId);
}

/** @throws UnknownKeyError */
export function isEvm(networkId: number): boolean {
  return familyOf(networkId) === 'evm';
}

/** Display name, e.g. `BNB Chain`. @throws UnknownKeyError */
export function networkNameOf(networkId: number): string {
  return lookUp('network', networkNames, networkId);
}

/** @throws UnknownKeyError */
export function networkIdOf(value: number): NetworkId {
  const found = networkIds.find((id) => id === value);
  if (found === undefined) throw new UnknownKeyError('network', value);
  return found;
}
