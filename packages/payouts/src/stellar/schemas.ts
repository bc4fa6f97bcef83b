import { toMinor } from '@wusd/api-sdk/money';
import * as v from 'valibot';
import { decimals } from './settings.ts';

// The fields of Horizon's responses in use. Amounts are parsed to bigint in stroops.

const digits = v.pipe(
  v.string(),
  v.regex(/^\d{1,20}$/),
  v.transform((value) => BigInt(value)),
);
const stroops = v.pipe(
  v.string(),
  v.regex(/^\d{1,12}\.\d{7}$/),
  v.transform((text) => toMinor(text, decimals)),
);
const count = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.transform((value) => BigInt(value)),
);
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

export const rootSchema = v.object({
  network_passphrase: v.string(),
  history_latest_ledger: count,
  history_elder_ledger: count,
});

export const ledgerSchema = v.object({ sequence: count, hash, base_reserve_in_stroops: count });

export const feeStatsSchema = v.object({ last_ledger_base_fee: digits, fee_charged: v.object({ p90: digits }) });

export const transactionSchema = v.object({
  /** The requested hash. For a fee bump this can be the hash of its inner transaction. */
  hash,
  ledger: count,
  successful: v.boolean(),
  /** Absent if a provider omits it; then the transaction proves nothing. */
  envelope_xdr: v.optional(v.string()),
  paging_token: digits,
  source_account: v.string(),
  source_account_sequence: digits,
  operation_count: count,
  memo_type: v.string(),
  memo: v.optional(v.string()),
  fee_bump_transaction: v.optional(v.object({ hash })),
});
export type HorizonTransaction = v.InferOutput<typeof transactionSchema>;

const paymentTypes = ['payment', 'path_payment_strict_send', 'path_payment_strict_receive'] as const;
const isPaymentType = (type: string): boolean => paymentTypes.some((each) => each === type);

const paymentSchema = v.object({
  type: v.picklist(paymentTypes),
  id: digits,
  transaction_successful: v.boolean(),
  transaction: transactionSchema,
  from: v.string(),
  to: v.string(),
  to_muxed: v.optional(v.string()),
  asset_type: v.string(),
  asset_code: v.optional(v.string()),
  asset_issuer: v.optional(v.string()),
  /** Received amount. For a path payment, in the asset that the recipient receives. */
  amount: stroops,
});
export type HorizonPayment = v.InferOutput<typeof paymentSchema>;

/** Operations that Horizon lists as payments although they do not pay an issued asset. */
const otherSchema = v.object({
  type: v.pipe(
    v.string(),
    v.check((type) => !isPaymentType(type)),
  ),
  id: digits,
});

/** A page of records. */
const pageOf = <Record extends v.GenericSchema>(record: Record) =>
  v.pipe(
    v.object({ _embedded: v.object({ records: v.array(record) }) }),
    v.transform(({ _embedded: page }) => page.records),
  );

export const paymentsSchema = pageOf(v.union([paymentSchema, otherSchema]));
export const transactionsSchema = pageOf(transactionSchema);

export type HorizonOperation = HorizonPayment | v.InferOutput<typeof otherSchema>;

export const isPayment = (operation: HorizonOperation): operation is HorizonPayment => isPaymentType(operation.type);

const creditTypes = ['credit_alphanum4', 'credit_alphanum12'] as const;
const creditLine = v.object({
  asset_type: v.picklist(creditTypes),
  asset_code: v.string(),
  asset_issuer: v.string(),
  balance: stroops,
  limit: stroops,
  buying_liabilities: stroops,
  selling_liabilities: stroops,
  is_authorized: v.boolean(),
  last_modified_ledger: count,
});
const nativeLine = v.object({ asset_type: v.literal('native'), balance: stroops, selling_liabilities: stroops });
const poolLine = v.object({ asset_type: v.literal('liquidity_pool_shares') });

export const accountSchema = v.object({
  sequence: digits,
  /** Ledger of the last change of the sequence number. Absent if it has not changed since protocol 19. */
  sequence_ledger: v.optional(count),
  last_modified_ledger: count,
  subentry_count: count,
  num_sponsoring: count,
  num_sponsored: count,
  balances: v.array(v.variant('asset_type', [creditLine, nativeLine, poolLine])),
  data: v.record(v.string(), v.string()),
});
export type TrustLine = v.InferOutput<typeof creditLine>;

/** Total supply of an asset: in accounts, claimable balances, pools and contracts. */
const assetSchema = v.pipe(
  v.object({
    asset_code: v.string(),
    asset_issuer: v.string(),
    balances: v.object({
      authorized: stroops,
      authorized_to_maintain_liabilities: stroops,
      unauthorized: stroops,
    }),
    claimable_balances_amount: stroops,
    liquidity_pools_amount: stroops,
    contracts_amount: stroops,
  }),
  v.transform(({ balances, ...asset }) => ({
    asset_code: asset.asset_code,
    asset_issuer: asset.asset_issuer,
    supply:
      balances.authorized +
      balances.authorized_to_maintain_liabilities +
      balances.unauthorized +
      asset.claimable_balances_amount +
      asset.liquidity_pools_amount +
      asset.contracts_amount,
  })),
);
export const assetsSchema = pageOf(assetSchema);

export const submissionSchema = v.object({
  tx_status: v.picklist(['ERROR', 'PENDING', 'DUPLICATE', 'TRY_AGAIN_LATER']),
  error_result_xdr: v.nullish(v.string()),
});

/** An error of Horizon (RFC 9457). `type` is a URL that ends in the name of the error. */
export const problemSchema = v.object({ type: v.string() });
