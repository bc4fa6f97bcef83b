import {
  currencies,
  type Currency,
  currencyKinds,
  decimalsOf,
  Network,
  networkNames,
  type PartnerId,
  type Rail,
  rails,
} from '@wusd/api-sdk/domain';
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

/** Which banks move a fiat currency by which rail, before what has no adapter is taken away. */
const currencyRails: { currency: Currency; rail: Rail; partnerIds: PartnerId[] }[] = [
  { currency: 'USD', rail: 'ACH', partnerIds: ['pr'] },
  { currency: 'USD', rail: 'SWIFT', partnerIds: ['dbs', 'sg-digital', 'pr', 'hk-1'] },
  { currency: 'SGD', rail: 'SWIFT', partnerIds: ['dbs', 'sg-digital'] },
  { currency: 'THB', rail: 'SWIFT', partnerIds: ['dbs'] },
  { currency: 'JPY', rail: 'SWIFT', partnerIds: ['dbs', 'hk-1'] },
  { currency: 'AUD', rail: 'SWIFT', partnerIds: ['dbs'] },
  { currency: 'EUR', rail: 'SEPA', partnerIds: ['lu'] },
  { currency: 'EUR', rail: 'SWIFT', partnerIds: ['lu', 'dbs'] },
  { currency: 'GBP', rail: 'FPS', partnerIds: ['lu'] },
  { currency: 'GBP', rail: 'SWIFT', partnerIds: ['lu', 'dbs'] },
  { currency: 'HKD', rail: 'FPS', partnerIds: ['hk-1', 'hk-2'] },
  { currency: 'HKD', rail: 'SWIFT', partnerIds: ['hk-1', 'hk-2', 'dbs'] },
];

/** WUSD against everything else, either way; without a market only against what needs none. */
const swapPairs = (hasMarket: boolean): { pay: Currency; receive: Currency }[] =>
  currencies.flatMap((currency) =>
    currency === 'WUSD' || !(hasMarket || currency === 'USD')
      ? []
      : [
          { pay: currency, receive: 'WUSD' as const },
          { pay: 'WUSD' as const, receive: currency },
        ],
  );

/** What people call a network, by the id that its rows have. */
export const networkNameOf = (id: number): string => networkNames[String(id) as keyof typeof networkNames];

export function networkOffered(currency: string, networkId: number): boolean {
  return (currencyNetworks[currency as Currency] as number[] | undefined)?.includes(networkId) ?? false;
}

/** What `/config` says that this server offers. */
export function offering({ gateways }: Pick<Services, 'gateways'>) {
  const here = new Set(gateways.partners.map(({ id }) => id));
  const offeredRails = currencyRails
    .map((entry) => ({ ...entry, partnerIds: entry.partnerIds.filter((id) => here.has(id)) }))
    .filter(({ partnerIds }) => partnerIds.length > 0);
  return {
    currencies: currencies.map((code) => ({
      code,
      kind: currencyKinds[code],
      decimals: decimalsOf(code),
    })),
    networks: gateways.networks.map((id) => ({ id, name: networkNames[id] })),
    rails: rails.filter((rail) => offeredRails.some((entry) => entry.rail === rail)),
    partners: gateways.partners.map(({ id, name, country }) => ({ id, name, country })),
    currencyNetworks: Object.entries(currencyNetworks).map(([currency, ids]) => ({
      currency: currency as Currency,
      networkIds: ids.filter((id) => gateways.networks.includes(id)),
    })),
    currencyRails: offeredRails,
    swapPairs: swapPairs(gateways.rates !== undefined),
  };
}
