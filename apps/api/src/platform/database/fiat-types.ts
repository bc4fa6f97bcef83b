import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<Date, Date, Date>;
/** The database works it out. */
type Computed<T> = ColumnType<T, never, never>;

/** Deposits from and withdrawals to banks, and their terms. */
export interface FiatTables {
  fiat_transaction: {
    id: string;
    customer_id: string;
    wallet_id: string;
    direction: 'deposit' | 'withdrawal';
    currency: string;
    partner_id: string;
    statement_line: ColumnType<string | null, string | undefined, string | null>;
    rail: ColumnType<string | null, string | undefined, string>;
    amount: string;
    fee: Generated<string>;
    declared: ColumnType<string | null, string | undefined, never>;
    returned: ColumnType<string | null, undefined, string>;
    bank_account_id: ColumnType<string | null, string | undefined, never>;
    end_to_end_id: ColumnType<string | null, string | undefined, never>;
    details_sealed: ColumnType<Buffer | null, Buffer | undefined, Buffer>;
    receipt_count: Generated<number>;
    hold_reason: ColumnType<string | null, string | null | undefined, string | null>;
    due_at: ColumnType<Date | null, Date | undefined, Date>;
    instructed_at: ColumnType<Date | null, undefined, Date>;
    risk: Generated<'low' | 'high'>;
    terms: Computed<string>;
    status: string;
    version: number;
    created_at: Instant;
    updated_at: Instant;
  };
  fiat_receipt: { transaction_id: string; number: number; type: 'JPG' | 'PNG' | 'PDF'; blob_key: string };
  bank_line: {
    partner_id: string;
    line: string;
    kind: 'credit' | 'debit' | 'return' | 'refusal';
    currency: string | null;
    amount: string | null;
    details_sealed: Buffer | null;
    entity_id: ColumnType<string | null, undefined, string | null>;
    seen_at: Instant;
  };
  rail_fee: { rail: string; currency: string; fee: string };
  fiat_limit: { account_type: string; currency: string; minimum: string; daily: string; monthly: string };
  fiat_deposit_terms: {
    currency: string;
    minimum: string;
    maximum: string;
    tolerance_bp: Generated<number>;
    bank_charges: Generated<string>;
  };
}
