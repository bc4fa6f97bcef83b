import { Network } from '@wusd/api-sdk/domain';
import { lookUp } from './lookup.ts';
import type { EvmNetworkId } from './networks.ts';

/** Coins that networks charge their fees in. They are assets of the ledger, and no customer holds them. */
export const nativeCoins = ['ETH', 'POL', 'VIC', 'BNB', 'AVAX'] as const;
export type NativeCoin = (typeof nativeCoins)[number];

/** Decimal places of a native coin, on EVM networks and in the ledger. */
export const nativeCoinScale = 18;

const coins = {
  [Network.Ethereum]: 'ETH',
  [Network.Polygon]: 'POL',
  [Network.Viction]: 'VIC',
  [Network.ArbitrumOne]: 'ETH',
  [Network.Base]: 'ETH',
  [Network.Bnb]: 'BNB',
  [Network.Avalanche]: 'AVAX',
} as const satisfies Record<EvmNetworkId, NativeCoin>;

/** The coin that an EVM network charges its fees in. @throws UnknownKeyError */
export function nativeCoinOf(networkId: number): NativeCoin {
  return lookUp('network', coins, networkId);
}
