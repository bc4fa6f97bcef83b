import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { type CryptoCurrency, cryptoCurrencies } from '@wusd/server-kit/registry/currencies';
import { familyOf, type NetworkFamily } from '@wusd/server-kit/registry/networks';
import { type EvmSettings, parseEvmSettings } from './evm/settings.ts';
import { parseSolanaSettings, type SolanaSettings } from './solana/settings.ts';
import { parseStellarSettings, type StellarSettings } from './stellar/settings.ts';
import { parseTronSettings, type TronSettings } from './tron/settings.ts';

/** Networks and their nodes. Production does not offer networks that are missing here. */
export interface NetworkSettings {
  evm?: EvmSettings | undefined;
  tron?: TronSettings | undefined;
  solana?: SolanaSettings | undefined;
  stellar?: StellarSettings | undefined;
}

const fileSchema = v.partial(
  v.strictObject({ evm: v.unknown(), tron: v.unknown(), solana: v.unknown(), stellar: v.unknown() }),
);

/**
 * Reads the settings file of the networks.
 *
 * @throws Error that describes the problem without the file's values: the URL of a node may contain a token
 */
export function readNetworkSettings(file: string): NetworkSettings {
  const result = v.safeParse(fileSchema, parse(readFileSync(file, 'utf8')));
  if (!result.success) throw new Error('must be an object with evm, tron, solana and stellar, or some of them');
  const problems: string[] = [];
  const read = <T>(family: NetworkFamily, parser: (content: unknown) => T): T | undefined => {
    const content = result.output[family];
    if (content === undefined) return undefined;
    try {
      return parser(content);
    } catch (error) {
      problems.push(`${family}: ${error instanceof Error ? error.message : 'is wrong'}`);
      return undefined;
    }
  };
  const settings = {
    evm: read('evm', parseEvmSettings),
    tron: read('tron', parseTronSettings),
    solana: read('solana', parseSolanaSettings),
    stellar: read('stellar', parseStellarSettings),
  };
  if (problems.length > 0) throw new Error(problems.join('; '));
  return settings;
}

/** URLs of nodes, each with a name for error messages. */
export function nodeUrlsOf({ evm, tron, solana, stellar }: NetworkSettings): { name: string; url: string }[] {
  const named = (name: string, urls: readonly (string | undefined)[]) =>
    urls.flatMap((url) => (url === undefined ? [] : [{ name, url }]));
  return [
    ...(evm?.networks ?? []).flatMap(({ networkId, url, nodes = [url] }) => named(`network ${networkId}`, nodes)),
    ...named('tron', tron?.nodes.flatMap(({ url, jsonRpcUrl, solidityUrl }) => [url, jsonRpcUrl, solidityUrl]) ?? []),
    ...named('solana', solana?.nodes ?? []),
    ...named('stellar', stellar?.nodes ?? []),
  ];
}

/** Token contracts of a family of networks, mints on Solana and issuing accounts on Stellar. */
export function tokenAddressesOf({ evm, tron, solana, stellar }: NetworkSettings, family: NetworkFamily): string[] {
  const addresses = {
    evm: () => (evm?.networks ?? []).flatMap(({ tokens }) => Object.values(tokens).map(({ address }) => address)),
    tron: () => Object.values(tron?.tokens ?? {}).map(({ address }) => address),
    solana: () => Object.values(solana?.tokens ?? {}).map(({ mint }) => mint),
    stellar: () => Object.values(stellar?.tokens ?? {}).map(({ issuer }) => issuer),
  } satisfies Record<NetworkFamily, () => string[]>;
  return addresses[family]();
}

/** Our accounts listed in the settings of a family of networks, in use or not. */
export function ownAccountsOf({ solana, stellar }: NetworkSettings, family: NetworkFamily): string[] {
  if (family === 'solana') return solana ? [...solana.depositAddresses, ...solana.nonceAccounts] : [];
  return family === 'stellar' && stellar ? [stellar.depositAccount] : [];
}

/** Currencies that have a token in the settings of a network; undefined if the network has no node. */
export function configuredCurrencies(networks: NetworkSettings, networkId: number): CryptoCurrency[] | undefined {
  const family = familyOf(networkId);
  const settings =
    family === 'evm' ? networks.evm?.networks.find((each) => each.networkId === networkId) : networks[family];
  return settings && cryptoCurrencies.filter((currency) => Object.hasOwn(settings.tokens, currency));
}

/** Whether the settings contain a node for a network. */
export const hasNode = (networks: NetworkSettings, networkId: number): boolean =>
  configuredCurrencies(networks, networkId) !== undefined;

/** Hides the parser's error, because its message quotes the file. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('is not JSON');
  }
}
