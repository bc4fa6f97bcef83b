import { Network } from '@wusd/api-sdk/domain';
import { lookUp } from './lookup.ts';
import type { EvmNetworkId } from './networks.ts';

/** Coins in which networks charge fees. They are assets of the ledger, but customers do not hold them. */
export const nativeCoins = ['ETH', 'POL', 'VIC', 'BNB', 'AVAX'] as const;
export type NativeCoin = (typeof nativeCoins)[number];

/** Decimal places of a native coin, both on EVM networks and in the ledger. */
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

/** The coin in which an EVM network charges fees. @throws UnknownKeyError */
export function nativeCoinOf(networkId: number): NativeCoin {
  return lookUp('network', coins, networkId);
}
