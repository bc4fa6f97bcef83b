import { HDKey } from '@scure/bip32';
import { Network } from '@wusd/api-sdk/domain';
import * as v from 'valibot';
import { parseUnits } from 'viem';
import { finalityDepth } from '../finality.ts';
import { checkFields, decimal, nodesOf, tokensOf, wholeNumber } from '../sources/settings-fields.ts';
import { isTronAddress } from './address.ts';

/** Chain id of Tron's main network: the last four bytes of its genesis block's id. */
export const mainnetChainId = 0x2b6653dc;

/** Converts TRX to sun, its smallest unit. */
export const sunOf = (trx: string): bigint => parseUnits(trx, 6);

const httpUrl = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/, 'must be an http(s) URL without a query'),
  v.check((text) => URL.canParse(text), 'must be an http(s) URL without a query'),
  v.transform((url) => url.replace(/\/+$/, '')),
);
const nodeSchema = v.union(
  [
    v.pipe(
      httpUrl,
      v.transform((url) => ({ url })),
    ),
    v.strictObject({
      url: httpUrl,
      jsonRpcUrl: v.optional(httpUrl),
      solidityUrl: v.optional(httpUrl),
      apiKey: v.optional(v.pipe(v.string(), v.regex(/^[\w-]+$/, 'must be of letters, digits and hyphens'))),
    }),
  ],
  'must be an http(s) URL, or an object with url and optionally jsonRpcUrl, solidityUrl and apiKey',
);

const settingsSchema = v.strictObject({
  depositKey: v.pipe(v.string(), v.check(isDepositKey, "must be an extended public key (xpub) at m/44'/195'/0'/0")),
  nodes: nodesOf(nodeSchema, ({ url }) => url),
  chainId: v.optional(wholeNumber(1, 0xffffffff), mainnetChainId),
  tokens: tokensOf(
    v.strictObject({
      address: v.pipe(v.string(), v.check(isTronAddress, 'must be an address of Tron')),
      decimals: wholeNumber(0, 18),
    }),
  ),
  startBlock: v.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER), 0),
  finalBlocks: v.optional(wholeNumber(1, 10_000), finalityDepth(Network.Tron)),
  limits: v.strictObject({ perPayout: decimal, perDay: decimal, maxFeeTrx: decimal }),
});

/** A node, or a provider's endpoint for several nodes. */
export interface TronNodeSettings {
  /** Base URL of `/wallet/…` and, by default, of the other two interfaces. */
  url: string;
  /** JSON-RPC endpoint. @default `/jsonrpc` at `url` */
  jsonRpcUrl?: string | undefined;
  /** Base URL of `/walletsolidity/…`, which java-tron serves on another port. @default `url` */
  solidityUrl?: string | undefined;
  /** Sent as `TRON-PRO-API-KEY`. */
  apiKey?: string | undefined;
}

/** A TRC-20 token. */
export interface TronToken {
  address: string;
  decimals: number;
}

export interface TronSettings {
  /** Extended public key (BIP-32) at m/44'/195'/0'/0; its child keys are customers' deposit keys. It can't spend. */
  depositKey: string;
  /**
   * Independent providers. Deposits are credited or reversed, and payouts signed with a new nonce, only if all agree.
   */
  nodes: TronNodeSettings[];
  /** Last four bytes of the genesis block's id, which the nodes must report. */
  chainId: number;
  tokens: Record<string, TronToken>;
  /** First block to scan. Earlier blocks have no transfers of ours. */
  startBlock: number;
  /** Blocks after which the network does not reorganise. */
  finalBlocks: number;
  /**
   * Payout limits: `perPayout` and `perDay` in units of the token, `maxFeeTrx` in TRX for the energy of one payout. All
   * are decimals.
   */
  limits: { perPayout: string; perDay: string; maxFeeTrx: string };
}

/**
 * Validates the settings of Tron.
 *
 * @param content parsed JSON
 * @throws Error that describes the problem without values, because a node's URL may contain a token
 */
export function parseTronSettings(content: unknown): TronSettings {
  return checkFields(settingsSchema, content);
}

function isDepositKey(text: string): boolean {
  try {
    const { depth, privateKey, publicKey } = HDKey.fromExtendedKey(text);
    return depth === 4 && privateKey === null && publicKey !== null;
  } catch {
    return false;
  }
}
