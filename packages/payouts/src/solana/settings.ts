import { type Address, isOffCurveAddress } from '@solana/kit';
import { isAmount } from '@wusd/api-sdk/money';
import * as v from 'valibot';
import { checkFields, decimal, isDistinct, nodesOf, tokensOf, wholeNumber } from '../sources/settings-fields.ts';
import { isSolanaAddress } from './accounts.ts';

/** A token of the classic token program. Tokens of Token-2022 are not supported. */
export interface SolanaToken {
  mint: Address;
  decimals: number;
}

export interface SolanaSettings {
  /** JSON-RPC endpoints of independent providers. Deposits and payouts become final only if all agree. */
  nodes: string[];
  /** Genesis hash that the nodes must report. @default the genesis hash of mainnet */
  genesisHash: string;
  tokens: Record<string, SolanaToken>;
  /** Customers' addresses by key index. Their private keys are stored outside this system. */
  depositAddresses: Address[];
  /** Durable nonce accounts with the payout address as authority. Each supports one payout in flight. */
  nonceAccounts: Address[];
  /** First slot to scan. Earlier slots have no transfers of ours. */
  startBlock: number;
  /** Compute unit limit of a payout. */
  computeUnits: number;
  /** Minimum price, in micro-lamports per compute unit. */
  minPrice: string;
  /**
   * Payout limits: `perPayout` and `perDay` in units of the token, `maxFeeSol` per transaction including rent of the
   * recipient's account.
   */
  limits: { perPayout: string; perDay: string; maxFeeSol: string };
}

/** Genesis hash of mainnet. */
const mainnetGenesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';

/** Decimal places of SOL: a lamport is 10^-9 SOL. */
export const solDecimals = 9;

const solanaAddress = v.pipe(v.string(), v.guard(isSolanaAddress, 'must be a Solana address'));
const ownerAddress = v.pipe(
  solanaAddress,
  v.check(
    (each) => !isOffCurveAddress(each),
    'must be the address of a key pair, and not a token account or program-derived',
  ),
);
const schema = v.strictObject({
  nodes: nodesOf(
    v.pipe(v.string(), v.regex(/^https?:\/\/[^\s@]+$/, 'must be an HTTP URL without user information')),
    (url) => url,
  ),
  genesisHash: v.optional(v.pipe(v.string(), v.guard(isSolanaAddress, 'must be a genesis hash')), mainnetGenesis),
  tokens: tokensOf(v.strictObject({ mint: solanaAddress, decimals: wholeNumber(0, 18) })),
  depositAddresses: v.pipe(
    v.array(ownerAddress),
    v.minLength(1, 'must have an entry'),
    v.check((items) => isDistinct(items), 'must not repeat an entry'),
  ),
  nonceAccounts: v.pipe(
    v.array(solanaAddress),
    v.minLength(1, 'must have an entry'),
    v.check((items) => isDistinct(items), 'must not repeat an entry'),
  ),
  startBlock: v.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER), 0),
  computeUnits: v.optional(wholeNumber(40_000, 1_400_000), 100_000),
  minPrice: v.optional(v.pipe(v.string(), v.regex(/^\d{1,12}$/, 'must be a whole number of micro-lamports')), '50000'),
  limits: v.strictObject({
    perPayout: decimal,
    perDay: decimal,
    maxFeeSol: v.pipe(
      decimal,
      v.check((each) => isAmount(each, solDecimals), 'must have at most 9 decimals'),
    ),
  }),
});

/**
 * Checks the settings of Solana.
 *
 * @param content parsed JSON of this network
 * @throws Error that names each invalid field without its value, because the URL of a node may contain a token
 */
export function parseSolanaSettings(content: unknown): SolanaSettings {
  const settings = checkFields(schema, content);
  for (const [currency, { decimals }] of Object.entries(settings.tokens))
    for (const limit of ['perPayout', 'perDay'] as const)
      if (!isAmount(settings.limits[limit], decimals))
        throw new Error(`limits.${limit} has more decimals than ${currency}`);
  const mints = Object.values(settings.tokens).map(({ mint }) => mint);
  if (!isDistinct(mints)) throw new Error('tokens must not repeat a mint');
  const shared = settings.nonceAccounts.find((each) => settings.depositAddresses.includes(each));
  if (shared !== undefined) throw new Error(`${shared} is both a nonce account and a deposit address`);
  return settings;
}
