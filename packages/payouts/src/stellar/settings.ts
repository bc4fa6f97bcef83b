import { Asset, Networks, StrKey } from '@stellar/stellar-sdk/base';
import { Network } from '@wusd/api-sdk/domain';
import { isAmount, toMinor } from '@wusd/api-sdk/money';
import * as v from 'valibot';
import { PayoutRejected } from '../payout-port.ts';
import { checkFields, isDistinct, nodesOf, tokensOf } from '../sources/settings-fields.ts';

export const networkId = Network.Stellar;

/** Decimals of every amount on Stellar. The smallest unit of an asset is one stroop. */
export const decimals = 7;

/** An issued asset. The native asset is used for fees only. */
export interface StellarToken {
  /** 1 to 12 letters and digits. */
  code: string;
  /** Account of the issuer, `G…`. */
  issuer: string;
}

export interface StellarSettings {
  /**
   * Horizon base URLs of independent providers, which may contain access tokens. Deposits are credited or reversed, and
   * payouts are signed with a new nonce, only if all agree.
   */
  nodes: readonly string[];
  /** Network passphrase. It is part of every signature, and every node must report it. */
  passphrase: string;
  /**
   * Account that all customers share, `G…`. A memo identifies the customer. The account should have the data entry
   * `config.memo_required` (SEP-29), so that wallets require a memo.
   */
  depositAccount: string;
  tokens: Readonly<Record<string, StellarToken>>;
  /** First ledger to scan. Earlier ledgers have no transfers of ours. */
  startBlock: bigint;
  limits: {
    /** In stroops of the token. */
    perPayout: bigint;
    /** In stroops of the token. */
    perDay: bigint;
    /**
     * Stroops of XLM per operation. A payout is charged for two operations: its payment and its fee bump. A pending
     * payout can be replaced or cancelled only while ten times its fee is within the limit.
     */
    maxFee: bigint;
  };
}

/** Minimum fee per operation of Horizon, in stroops. */
export const minFee = 100n;

/** The fee of a transaction is an unsigned 32-bit integer. */
const highestFee = 2n ** 32n - 1n;

const account = v.pipe(
  v.string(),
  v.check((text) => StrKey.isValidEd25519PublicKey(text), 'must be a Stellar account (G…)'),
);
const amount = v.pipe(
  v.string(),
  v.check(
    (text) => isAmount(text, decimals) && !text.startsWith('-'),
    `must be a decimal with at most ${decimals} digits`,
  ),
  v.transform((text) => toMinor(text, decimals)),
);
const fee = v.pipe(
  v.string(),
  v.regex(/^\d{1,10}$/, 'must be a whole number of stroops'),
  v.transform((value) => BigInt(value)),
  v.minValue(minFee, `must be at least ${minFee} stroops`),
  v.maxValue(highestFee, `must be at most ${highestFee} stroops`),
);

const schema = v.strictObject({
  nodes: nodesOf(
    v.pipe(
      v.string(),
      v.regex(/^https?:\/\//, 'must be a URL of http or https'),
      v.check((text) => URL.canParse(text), 'must be a URL'),
      v.check((url) => !URL.canParse(url) || new URL(url).username === '', 'must not contain a user name'),
    ),
    (url) => url,
  ),
  passphrase: v.optional(v.pipe(v.string(), v.minLength(1, 'must not be empty')), Networks.PUBLIC),
  depositAccount: account,
  tokens: tokensOf(
    v.strictObject({
      code: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,12}$/, 'must have 1 to 12 letters and digits')),
      issuer: account,
    }),
  ),
  startBlock: v.optional(
    v.pipe(
      v.number(),
      v.safeInteger('must be a whole number'),
      v.minValue(1, 'must be at least 1'),
      v.transform((value) => BigInt(value)),
    ),
    1,
  ),
  limits: v.strictObject({ perPayout: amount, perDay: amount, maxFeeStroops: fee }),
});

/**
 * Validates the settings of Stellar.
 *
 * @param content parsed JSON
 * @throws Error that names each invalid field without its value, because the URL of a node may contain a token
 */
export function parseStellarSettings(content: unknown): StellarSettings {
  const { limits, ...settings } = checkFields(schema, content);
  const assets = Object.values(settings.tokens).map(({ code, issuer }) => `${code}:${issuer}`);
  if (!isDistinct(assets)) throw new Error('tokens must not name an asset twice');
  return { ...settings, limits: { perPayout: limits.perPayout, perDay: limits.perDay, maxFee: limits.maxFeeStroops } };
}

/** @throws Error if a currency has no token */
export function tokenOf(settings: StellarSettings, currency: string): StellarToken {
  const token = settings.tokens[currency];
  if (!token) throw new PayoutRejected(`${currency} has no token on network ${networkId}`, 'not-configured');
  return token;
}

export const assetOf = ({ code, issuer }: StellarToken): Asset => new Asset(code, issuer);
