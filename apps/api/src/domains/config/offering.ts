import { currencies, currencyKinds, type Currency, decimalsOf, Network, networkNames } from '@wusd/api-sdk/domain';
import type { Services } from '../services.ts';

type NetworkId = (typeof Network)[keyof typeof Network];

const evm: NetworkId[] = [
  Network.Ethereum,
  Network.Polygon,
  Network.Viction,
  Network.ArbitrumOne,
  Network.Base,
  Network.Bnb,
  Network.Avalanche,
];

/** Which crypto currency moves on which network, before what has no adapter is taken away. */
const currencyNetworks: Partial<Record<Currency, NetworkId[]>> = {
  WUSD: [...evm, Network.Tron, Network.Solana, Network.Stellar],
  USDC: [
    Network.Ethereum,
    Network.Polygon,
    Network.ArbitrumOne,
    Network.Base,
    Network.Avalanche,
    Network.Solana,
    Network.Stellar,
  ],
  USDT: [
    Network.Ethereum,
    Network.Polygon,
    Network.ArbitrumOne,
    Network.Bnb,
    Network.Avalanche,
    Network.Tron,
    Network.Solana,
  ],
};

/** WUSD against everything else, either way. */
export const swapPairs: { pay: Currency; receive: Currency }[] = currencies.flatMap((currency) =>
  currency === 'WUSD'
    ? []
    : [
        { pay: currency, receive: 'WUSD' as const },
        { pay: 'WUSD' as const, receive: currency },
      ],
);

export function networkOffered(currency: string, networkId: number): boolean {
  return (currencyNetworks[currency as Currency] as number[] | undefined)?.includes(networkId) ?? false;
}

/** What `/config` says that this server offers. */
export function offering({ outside }: Pick<Services, 'outside'>) {
  return {
    currencies: currencies.map((code) => ({
      code,
      kind: currencyKinds[code],
      decimals: decimalsOf(code),
    })),
    networks: outside.networks.map((id) => ({ id, name: networkNames[id] })),
    rails:
      outside.partners.length === 0 ? [] : (['SWIFT', 'ACH', 'FPS', 'SEPA'] as ('SWIFT' | 'ACH' | 'FPS' | 'SEPA')[]),
    partners: [...outside.partners],
    currencyNetworks: Object.entries(currencyNetworks).map(([currency, ids]) => ({
      currency: currency as Currency,
      networkIds: ids.filter((id) => outside.networks.includes(id)),
    })),
    swapPairs,
  };
}
