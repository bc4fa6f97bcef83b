import type { Config, DepositAddress } from '@wusd/api-sdk/core';
import { type Currency, currencies, networkNames } from '@wusd/api-sdk/domain';

export type NetworkId = DepositAddress['networkId'];

/** What a customer wants to deposit, and how; both stand in the address, so that a reload keeps them. */
export interface Choice {
  networkId: NetworkId | undefined;
  currency: Currency | undefined;
  /** Id of the deposit that is looked at. */
  transaction: string | undefined;
}

export const networkName = (id: NetworkId): string => networkNames[id];

/** Currencies that move on a network, in the product's order. */
export function currenciesOf({ currencyNetworks }: Config, networkId: NetworkId): Currency[] {
  return currencies.filter((currency) =>
    currencyNetworks.some((entry) => entry.currency === currency && entry.networkIds.includes(networkId)),
  );
}

/** What of an address means something; the rest is as if it were not there. */
export function readChoice(search: string, config: Config | undefined): Choice {
  const params = new URLSearchParams(search);
  const network = config?.networks.find(({ id }) => String(id) === params.get('network'))?.id;
  const possible = config && network !== undefined ? currenciesOf(config, network) : [];
  const transaction = params.get('transaction') ?? '';
  return {
    networkId: network,
    // Our own, until another is chosen.
    currency: possible.find((each) => each === params.get('currency')) ?? possible.find((each) => each === 'WUSD'),
    transaction: /^ctx_[0-9a-z]{26}$/.test(transaction) ? transaction : undefined,
  };
}

export function pathOf({ networkId, currency, transaction }: Choice): string {
  const given = Object.entries({ network: networkId?.toString(), currency, transaction }).filter(([, value]) => value);
  const query = new URLSearchParams(given as [string, string][]).toString();
  return `/crypto-deposit${query === '' ? '' : `?${query}`}`;
}
