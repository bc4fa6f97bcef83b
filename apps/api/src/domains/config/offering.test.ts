import { Network } from '@wusd/api-sdk/domain';
import { expect, test } from 'vitest';
import { createGateways } from '../../composition/gateways.ts';
import { readSettings, type Settings } from '../../composition/settings.ts';
import {
  configuredCurrencies,
  type NetworkSettings,
  readNetworkSettings,
  tokenAddressesOf,
} from '@wusd/payouts/network-settings';
import { cryptoCurrencies } from '@wusd/server-kit/registry/currencies';
import { networkIds } from '@wusd/server-kit/registry/networks';
import { tokenContractsOf } from '../destinations/blockchain-addresses/token-contracts.ts';
import { keyFile } from '@wusd/payouts/testing/keys/key-files';
import { hasToken, isNetworkOffered, offering } from './offering.ts';

const example = new URL('../../../networks.example.json', import.meta.url);
const keys = { current: keyFile('1'.repeat(64)), retired: [] };

/** Services of a server with these network settings. */
function servicesWith(networks: NetworkSettings) {
  const payoutKeys = { evm: keys, tron: keys, solana: keys, stellar: keys };
  const settings: Settings = { ...readSettings({}), smtpUrl: 'smtp://127.0.0.1:1', networks, payoutKeys };
  return { settings, gateways: createGateways(settings) };
}

const networksOf = (services: ReturnType<typeof servicesWith>, currency: string): readonly number[] =>
  offering(services).currencyNetworks.find((each) => each.currency === currency)?.networkIds ?? [];

test('the example settings configure a token for every supported pair of currency and network', () => {
  const settings = readNetworkSettings(example.pathname);
  for (const networkId of networkIds)
    expect([networkId, configuredCurrencies(settings, networkId)]).toEqual([
      networkId,
      expect.arrayContaining(cryptoCurrencies.filter((currency) => hasToken(currency, networkId))),
    ]);
});

test('the example settings use the token addresses published by the issuers, except for WUSD', () => {
  const settings = readNetworkSettings(example.pathname);
  const published = new Set(networkIds.flatMap(tokenContractsOf));
  const own = (['evm', 'tron', 'solana', 'stellar'] as const).flatMap((family) =>
    tokenAddressesOf(settings, family).filter((address) => !published.has(address)),
  );
  expect(own).toHaveLength(networkIds.length);
});

test('a currency is offered only on networks whose settings name its token', () => {
  const settings = readNetworkSettings(example.pathname);
  const [base, ...others] = (settings.evm?.networks ?? []).toSorted(
    (one, other) => Number(other.networkId === Network.Base) - Number(one.networkId === Network.Base),
  );
  const { USDC: _, ...tokens } = base?.tokens ?? {};
  const { USDT: _usdt, ...tronTokens } = settings.tron?.tokens ?? {};
  const services = servicesWith({
    ...settings,
    evm: settings.evm && { ...settings.evm, networks: [...(base ? [{ ...base, tokens }] : []), ...others] },
    tron: settings.tron && { ...settings.tron, tokens: tronTokens },
  });
  expect(networksOf(services, 'WUSD')).toEqual(expect.arrayContaining([Network.Base, Network.Tron]));
  expect(networksOf(services, 'USDC')).not.toContain(Network.Base);
  expect(networksOf(services, 'USDC')).toContain(Network.Polygon);
  expect(networksOf(services, 'USDT')).not.toContain(Network.Tron);
  expect(isNetworkOffered(services, 'WUSD', Network.Base)).toBe(true);
  expect(isNetworkOffered(services, 'USDC', Network.Base)).toBe(false);
  expect(isNetworkOffered(services, 'USDT', Network.Tron)).toBe(false);
});

test('a simulated network offers all its currencies, and a network without an adapter offers no currencies', () => {
  const { settings, gateways } = servicesWith({});
  const simulated = { settings, gateways: { ...gateways, networks: [Network.Tron] } };
  expect(isNetworkOffered(simulated, 'USDT', Network.Tron)).toBe(true);
  expect(isNetworkOffered(simulated, 'USDC', Network.Tron)).toBe(false);
  expect(isNetworkOffered(simulated, 'WUSD', Network.Base)).toBe(false);
});
