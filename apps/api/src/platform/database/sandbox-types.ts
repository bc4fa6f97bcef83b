import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<Date, Date, Date>;

/** What stands for the outside world in test mode. */
export interface SandboxTables {
  sandbox_identity: {
    reference: string;
    outcome: 'approved' | 'rejected' | 'undecided';
    reason_code: string | null;
    decides_at: Instant;
  };
  sandbox_broadcast: {
    network_id: number;
    hash: string;
    raw: string;
    at: Instant;
    confirmations: number | null;
    is_reverted: Generated<boolean>;
  };
  sandbox_message: {
    id: string;
    channel: 'email' | 'sms';
    recipient: string;
    subject: string;
    body: string;
    code: string | null;
    at: Instant;
  };
  sandbox_transfer: {
    position: Generated<string>;
    network_id: number;
    hash: string;
    log_index: number;
    address: string;
    sender: Generated<string>;
    memo: string | null;
    currency: string;
    amount: string;
    at: Instant;
    confirmations: number | null;
    is_gone: Generated<boolean>;
  };
  sandbox_statement: {
    position: Generated<string>;
    partner_id: string;
    line: string;
    kind: Generated<'credit' | 'debit' | 'return' | 'refusal'>;
    end_to_end_id: ColumnType<string | null, string | null | undefined, never>;
    sender: Generated<string>;
    reference: string;
    currency: string;
    amount: string;
    is_read: Generated<boolean>;
  };
  sandbox_payment: {
    end_to_end_id: string;
    partner_id: string;
    currency: string;
    amount: string;
    at: Instant;
    outcome: ColumnType<'settled' | 'refused' | null, undefined, 'settled' | 'refused'>;
  };
}
