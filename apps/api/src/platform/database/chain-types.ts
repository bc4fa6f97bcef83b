import type { ColumnType } from 'kysely';

type Instant = ColumnType<Date, Date, Date>;

/** What is known of chains, and claims to transfers that name no customer. */
export interface ChainTables {
  scan_cursor: { source: string; position: string; hash: string | null };
  network_head: { network_id: number; height: string; hash: string; seen_at: Instant };
  /** A transfer to a shared address that names no customer. Its money is in suspense. */
  unmatched_transfer: {
    network_id: number;
    hash: string;
    log_index: number;
    currency: string;
    amount: string;
    sender: string;
    address: string;
    memo: string | null;
    seen_at: Instant;
  };
  deposit_claim: {
    transaction_id: string;
    customer_id: string;
    network_id: number;
    hash: string;
    /** Of the transfer in `unmatched_transfer`, once one is found. */
    log_index: number | null;
    sender_address: string | null;
    claimed_at: Instant;
    search_until: Instant;
    searched_at: Instant;
  };
}
