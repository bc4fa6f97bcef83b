import type { BlockchainAddress, Config, DepositAddress } from '@wusd/api-sdk/core';
import { type Currency, currencies, networkNames } from '@wusd/api-sdk/domain';
import { shortAddress } from '@wusd/i18n';
import type { SearchOf } from '../../shared/routing/search.ts';

export type NetworkId = DepositAddress['networkId'];

/** Network and currency of a deposit. They are search parameters, so they survive a reload. */
export interface Choice {
  /** A network that carries the currency. */
  networkId: NetworkId | undefined;
  currency: Currency;
  /** Id of the deposit whose details are open. */
  transaction: string | undefined;
}

export const networkName = (id: NetworkId): string => networkNames[id];

/** The label of an address, and the address shortened to its ends. */
export const addressName = ({ label, address }: Pick<BlockchainAddress, 'label' | 'address'>): string =>
  `${label} · ${shortAddress(address)}`;

/** Currencies that a network carries, in the product's order. */
export function currenciesOf({ currencyNetworks }: Config, networkId: NetworkId): Currency[] {
  return currencies.filter((currency) =>
    currencyNetworks.some((entry) => entry.currency === currency && entry.networkIds.includes(networkId)),
  );
}

/** Currencies that any network carries, in the product's order. */
export const cryptoCurrencies = ({ currencyNetworks }: Config): Currency[] =>
  currencies.filter((currency) =>
    currencyNetworks.some((entry) => entry.currency === currency && entry.networkIds.length > 0),
  );

/** Networks that carry a currency, in the server’s order; empty for a fiat currency. */
export function networksOf({ networks, currencyNetworks }: Config, currency: Currency): Config['networks'] {
  const carrying = currencyNetworks.filter((entry) => entry.currency === currency);
  return networks.filter(({ id }) => carrying.some(({ networkIds }) => networkIds.includes(id)));
}

/** Reads the search parameters. Values that the server's configuration does not offer count as absent. */
export function readChoice(search: SearchOf<'/crypto-deposit'>, config: Config | undefined): Choice {
  // WUSD is the default.
  const currency = (config && cryptoCurrencies(config).find((each) => each === search.currency)) ?? 'WUSD';
  const carrying = config ? networksOf(config, currency) : [];
  return {
    networkId: carrying.find(({ id }) => id === search.network)?.id,
    currency,
    transaction: search.transaction,
  };
}
