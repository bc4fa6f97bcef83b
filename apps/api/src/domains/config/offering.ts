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
import { type CryptoCurrency, currencyOf, type FiatCurrency, isCrypto } from '@wusd/server-kit/registry/currencies';
import { evmNetworkIds, isEvm, type NetworkId, networkIds } from '@wusd/server-kit/registry/networks';
import { keysOf, lookUp } from '@wusd/server-kit/registry/lookup';
import { configuredCurrencies } from '@wusd/payouts/network-settings';
import type { Services } from '../services.ts';

/** Services that determine the offering. */
export type OfferingServices = Pick<Services, 'gateways' | 'settings'>;

/**
 * Crypto currencies supported on each network, before networks without an adapter and tokens without settings are
 * removed.
 */
const networkCurrencies = {
  [Network.Ethereum]: { WUSD: true, USDC: true, USDT: true },
  [Network.Polygon]: { WUSD: true, USDC: true, USDT: true },
  [Network.Viction]: { WUSD: true, USDC: false, USDT: false },
  [Network.Tron]: { WUSD: true, USDC: false, USDT: true },
  [Network.ArbitrumOne]: { WUSD: true, USDC: true, USDT: true },
  [Network.Base]: { WUSD: true, USDC: true, USDT: false },
  [Network.Bnb]: { WUSD: true, USDC: false, USDT: true },
  [Network.Solana]: { WUSD: true, USDC: true, USDT: true },
  [Network.Avalanche]: { WUSD: true, USDC: true, USDT: true },
  [Network.Stellar]: { WUSD: true, USDC: true, USDT: false },
} satisfies Record<NetworkId, Record<CryptoCurrency, boolean>>;

/**
 * Banks that transfer a fiat currency by each rail, before banks without an adapter are removed. The first bank is
 * preferred.
 */
const railBanks = {
  USD: { ACH: ['pr'], SEPA: [], FPS: [], SWIFT: ['dbs', 'sg-digital', 'pr', 'hk-1'] },
  SGD: { ACH: [], SEPA: [], FPS: [], SWIFT: ['dbs', 'sg-digital'] },
  THB: { ACH: [], SEPA: [], FPS: [], SWIFT: ['dbs'] },
  JPY: { ACH: [], SEPA: [], FPS: [], SWIFT: ['dbs', 'hk-1'] },
  AUD: { ACH: [], SEPA: [], FPS: [], SWIFT: ['dbs'] },
  EUR: { ACH: [], SEPA: ['lu'], FPS: [], SWIFT: ['lu', 'dbs'] },
  GBP: { ACH: [], SEPA: [], FPS: ['lu'], SWIFT: ['lu', 'dbs'] },
  HKD: { ACH: [], SEPA: [], FPS: ['hk-1', 'hk-2'], SWIFT: ['hk-1', 'hk-2', 'dbs'] },
} as const satisfies Record<FiatCurrency, Record<Rail, readonly PartnerId[]>>;

type Cell<T> = T[keyof T];
type IdleBank = Exclude<PartnerId, Cell<Cell<typeof railBanks>>[number]>;
/** Fails to compile if a bank of the contract transfers no currency. */
const everyBankIsUsed: [IdleBank] extends [never] ? true : IdleBank = true;
void everyBankIsUsed;

/**
 * Pairs WUSD with every other currency, in both directions. Without a rate source, only US dollars, which need no rate.
 */
const swapPairs = (hasRates: boolean): { pay: Currency; receive: Currency }[] =>
  currencies.flatMap((currency) =>
    currency === 'WUSD' || !(hasRates || currency === 'USD')
      ? []
      : [
          { pay: currency, receive: 'WUSD' as const },
          { pay: 'WUSD' as const, receive: currency },
        ],
  );

/** Whether a currency has a supported token on a network. */
export function hasToken(currency: string, networkId: number): boolean {
  const code = currencyOf(currency);
  return isCrypto(code) && lookUp('network', networkCurrencies, networkId)[code];
}

/**
 * Whether a currency can be deposited and withdrawn on a network. If the network has a node, the settings must name a
 * token of the currency.
 */
export function isNetworkOffered(
  { gateways, settings }: OfferingServices,
  currency: string,
  networkId: number,
): boolean {
  if (!hasToken(currency, networkId)) return false;
  const isConfigured = configuredCurrencies(settings.networks, networkId)?.some((code) => code === currency) ?? true;
  return isConfigured && gateways.networks.some((id) => id === networkId);
}

const offeredCrypto = keysOf(networkCurrencies[Network.Ethereum]);
/** EVM networks come first. */
const offeredNetworks = [...evmNetworkIds, ...networkIds.filter((id) => !isEvm(id))];

/** Returns the currencies, networks, rails and banks that this server offers, for `/config`. */
export function offering(services: OfferingServices) {
  const { gateways } = services;
  const configuredPartners = new Set(gateways.partners.map(({ id }) => id));
  const offeredRails = keysOf(railBanks)
    .flatMap((currency) =>
      keysOf(railBanks[currency]).map((rail) => {
        const banks: readonly PartnerId[] = railBanks[currency][rail];
        return { currency, rail, partnerIds: banks.filter((id) => configuredPartners.has(id)) };
      }),
    )
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
    currencyNetworks: offeredCrypto.map((currency) => ({
      currency,
      networkIds: offeredNetworks.filter((id) => isNetworkOffered(services, currency, id)),
    })),
    currencyRails: offeredRails,
    swapPairs: swapPairs(gateways.rates !== undefined),
  };
}
