import type { ColumnType, Generated } from 'kysely';
import type { AlertKind } from '../alerts/alerts.ts';
import type { ChainTables } from './chain-types.ts';
import type { FiatTables } from './fiat-types.ts';
import type { SandboxTables } from './sandbox-types.ts';

type Instant = ColumnType<Date, Date, Date>;
/** The database works it out. */
type Computed<T> = ColumnType<T, never, never>;
type Json<T> = ColumnType<T, string, string>;

export type EndReason =
  | 'superseded'
  | 'logout'
  | 'refresh reused'
  | 'password reset'
  | 'password changed'
  | 'ended by customer'
  | 'frozen';

/** What a customer proves an act with. */
export type Factor = 'sms' | 'email' | 'authenticator' | 'recovery code';

export interface Database extends ChainTables, FiatTables, SandboxTables {
  clock: { id: Generated<boolean>; offset_ms: ColumnType<string, string, string> };
  sealing_key: { kid: string; public_jwk: Json<Record<string, string>>; private_sealed: Buffer; created_at: Instant };
  data_key: {
    id: string;
    kind: 'sealing' | 'indexing';
    wrapped: Buffer;
    wrapped_by: string;
    created_at: Instant;
    active_from: Instant;
  };
  customer: {
    id: string;
    account_type: 'individual' | 'corporate';
    status: 'pending activation' | 'active' | 'frozen';
    identity_status: 'pending verification' | 'verified' | 'verification failed';
    identity_reason: ColumnType<string | null, string | undefined, string | null>;
    onboarded: boolean;
    language: string;
    email_index: Buffer;
    personal_sealed: Buffer;
    totp_sealed: Buffer | null;
    totp_last_step: string | null;
    password_hash: string;
    reference: string;
    event_seq: Generated<string>;
    created_at: Instant;
    cooldown_ends_at: ColumnType<Date | null, Date | undefined, Date>;
  };
  session: {
    id: string;
    customer_id: string;
    device: string;
    generation: Generated<number>;
    created_at: Instant;
    expires_at: Instant;
    ended_at: Instant | null;
    end_reason: EndReason | null;
    agent: string;
    network: string;
    last_seen_at: Instant;
  };
  access_token: { hash: Buffer; session_id: string; expires_at: Instant };
  refresh_token: {
    hash: Buffer;
    session_id: string;
    generation: number;
    expires_at: Instant;
    rotated_at: Instant | null;
    successor_sealed: Buffer | null;
  };
  challenge: {
    id: string;
    customer_id: string | null;
    scene: number;
    device: string | null;
    tries: Generated<number>;
    expires_at: Instant;
    consumed_at: Instant | null;
    session_id: string | null;
    body_hmac: Buffer | null;
    targets_sealed: Buffer | null;
    groups: ColumnType<number[][] | null, string | null | undefined, never>;
    answer_sealed: ColumnType<Buffer | null, undefined, Buffer>;
    executing_until: ColumnType<Date | null, undefined, Date | null>;
    account: ColumnType<string | null, string, never>;
  };
  factor_failure: {
    account: string;
    factor: Factor;
    bucket: string;
    failures: number;
    available_at: Instant;
    last_at: Instant;
  };
  known_device: { customer_id: string; device_hash: string; last_used_at: Instant };
  access_failure: {
    account: string;
    act: string;
    factor: Factor | '';
    customer_id: string | null;
    first_at: Instant;
    last_at: Instant;
    count: number;
    agent: string;
    network: string;
    notify: boolean;
  };
  identity_check: {
    id: string;
    customer_id: string;
    created_at: Instant;
    reference: ColumnType<string | null, undefined, string>;
    attempts: Generated<number>;
    due_at: Instant;
    ended_at: ColumnType<Date | null, undefined, Date>;
  };
  authenticator_setup: {
    customer_id: string;
    secret_sealed: Buffer;
    expires_at: Instant;
    tries: ColumnType<number, number | undefined, number>;
    proven_step: ColumnType<string | null, null, string | null>;
  };
  precheck: {
    id: string;
    customer_id: string;
    session_id: string;
    change: 'phone' | 'email';
    expires_at: Instant;
    used_at: ColumnType<Date | null, undefined, Date>;
  };
  freeze_code: {
    hash: Buffer;
    customer_id: string;
    expires_at: Instant;
    used_at: ColumnType<Date | null, undefined, Date>;
  };
  recovery_code: { customer_id: string; code_hmac: Buffer; used_at: ColumnType<Date | null, Date | undefined, Date> };
  password_reset: {
    hash: Buffer;
    customer_id: string;
    expires_at: Instant;
    used_at: ColumnType<Date | null, Date | undefined, Date>;
  };
  activation: { customer_id: string; hash: Buffer; expires_at: Instant };
  feedback: {
    reference: string;
    customer_id: string | null;
    message_sealed: Buffer;
    created_at: Instant;
    closed_at: ColumnType<Date | null, undefined, Date>;
  };
  feedback_attachment: { reference: string; number: number; type: 'JPG' | 'PNG' | 'PDF'; bytes_sealed: Buffer };
  audit_log: {
    id: Generated<string>;
    customer_id: string | null;
    at: Instant;
    actor: 'customer' | 'Operations' | 'system';
    act: string;
    details: Json<Record<string, string>>;
  };
  one_time_code: {
    challenge_id: string;
    check_type: number;
    code_hmac: Buffer;
    sent_at: Instant;
    resends: Generated<number>;
    expires_at: Instant;
  };
  login_failure: {
    account_index: Buffer;
    device: string;
    failures: number;
    paused_until: Instant | null;
    last_at: Instant;
  };
  throttle: { key: string; window_start: Instant; count: number };
  job_lease: { queue: string; holder: string; expires_at: Instant; polled_at: Instant };
  job_failure: {
    queue: string;
    item: string;
    attempts: number;
    error: Json<Record<string, unknown>>;
    first_failed_at: Instant;
    last_failed_at: Instant;
    retry_at: Instant;
    dead_at: Instant | null;
  };
  message: {
    id: string;
    channel: 'email' | 'sms';
    sealed: Buffer;
    created_at: Instant;
    sent_at: Instant | null;
    attempts: Generated<number>;
    due_at: Instant;
  };
  event: {
    customer_id: string;
    seq: string;
    type: string;
    payload: Json<Record<string, string>>;
    session_id: string | null;
    at: Instant;
  };
  asset: { code: string; scale: number };
  account: {
    id: string;
    owner: string;
    asset: string;
    kind: string;
    normal_side: 'debit' | 'credit';
    may_go_negative: boolean;
    /** Its legs are added up later, by `rollUp`. */
    appends: Generated<boolean>;
    posted: Generated<string>;
    held: Generated<string>;
    version: Generated<string>;
  };
  transfer: { id: string; kind: string; entity_id: string; reverses: string | null; event_time: Instant };
  /** Every leg of every transfer, whether it has its place in `posting` yet or not. */
  leg: { account_id: string; transfer_id: string; amount: string };
  posting: { account_id: string; version: string; transfer_id: string; amount: string; balance_after: string };
  hold: { id: string; account_id: string; amount: string; kind: string; entity_id: string; event_time: Instant };
  hold_event: {
    hold_id: string;
    outcome: 'post' | 'void' | 'expire';
    transfer_id: string | null;
    event_time: Instant;
  };
  chain_block: { number: string; previous_hash: Buffer; hash: Buffer; sealed_at: Instant };
  chain_member: { transfer_id: string; block: string };
  chain_pending: { transfer_id: string };
  swap_terms: {
    currency: string;
    basis_points: number;
    free_allowance: string;
    minimum: string;
    maximum: string;
    approval_above: string;
  };
  quote: {
    id: string;
    customer_id: string;
    pay_currency: string;
    receive_currency: string;
    pay: string;
    receive: string;
    rate: string;
    basis_points: number;
    charge: string;
    value: string;
    expires_at: Instant;
    held_until: ColumnType<Date | null, undefined, Date | null>;
    used_at: ColumnType<Date | null, undefined, Date>;
  };
  otc_order: {
    id: string;
    customer_id: string;
    quote_id: string;
    currency: ColumnType<string, string, never>;
    transfer_id: ColumnType<string | null, undefined, string>;
    terms: Computed<string>;
    status: string;
    due_at: Instant | null;
    created_at: Instant;
    updated_at: Instant;
  };
  wallet_account: { id: string; customer_id: string; currency: string; account_id: string; updated_at: Instant };
  network_terms: { network_id: number; confirmations: number; minimum_deposit: string; withdrawal_fee: string };
  derivation: { customer_id: string; key_index: Generated<string> };
  crypto_transaction: {
    id: string;
    customer_id: string;
    wallet_id: string;
    direction: 'deposit' | 'withdrawal';
    currency: string;
    network_id: number;
    hash: ColumnType<string | null, string | null, string>;
    log_index: Generated<number>;
    address: string | null;
    memo: string | null;
    sender: string | null;
    amount: string;
    fee: Generated<string>;
    address_id: ColumnType<string | null, string | undefined, never>;
    due_at: ColumnType<Date | null, Date | undefined, Date>;
    status: string;
    confirmations: Generated<number>;
    confirmations_needed: Generated<number>;
    risk: Generated<'low' | 'high'>;
    hold_reason: string | null;
    is_final: Generated<boolean>;
    block_height: string | null;
    block_hash: string | null;
    is_undisclosed: Generated<boolean>;
    terms: Computed<string>;
    version: number;
    created_at: Instant;
    updated_at: Instant;
  };
  blockchain_address: {
    id: string;
    customer_id: string;
    label: string;
    network_id: number;
    address: string;
    memo: string | null;
    status: string;
    risk: Generated<'low' | 'high'>;
    payouts_from: Instant;
    last_used_at: ColumnType<Date | null, undefined, Date>;
    created_at: Instant;
    updated_at: Instant;
  };
  bank_account: {
    id: string;
    customer_id: string;
    label: string;
    bank_name: string;
    country: string;
    currency: string;
    rail: string;
    fields_sealed: Buffer;
    payee_hmac: Buffer;
    status: string;
    risk: Generated<'low' | 'high'>;
    is_default: Generated<boolean>;
    payouts_from: Instant;
    last_used_at: ColumnType<Date | null, undefined, Date>;
    created_at: Instant;
    updated_at: Instant;
  };
  signed_tx: {
    withdrawal_id: string;
    network_id: number;
    /** Address whose nonce it has, as its network writes it; empty for simulated payouts of old. */
    sender: string;
    /** A cancellation spends the nonce on nothing, so that the payout never can be in a block. */
    kind: Generated<'payout' | 'cancellation'>;
    nonce: string;
    /** 1, then one more each time that it is signed again. */
    attempt: Generated<number>;
    /** What its network was paid for taking it, as the adapter writes it. */
    price: string;
    raw: string;
    hash: string;
    signed_at: Instant;
  };
  payout_nonce: { network_id: number; sender: string; next: string };
  payout_usage: {
    network_id: number;
    sender: string;
    nonce: string;
    withdrawal_id: string;
    currency: string;
    amount: string;
    signed_at: Instant;
  };
  withdrawal_limit: { account_type: string; minimum: string; daily: string; monthly: string };
  deposit_seen: {
    network_id: number;
    hash: string;
    log_index: number;
    entity_id: string;
    /** Nobody's yet: to an address that customers share, without a memo that names one. */
    unmatched: Generated<boolean>;
  };
  auto_redemption: { customer_id: string; is_on: boolean; changed_at: Instant };
  auto_redemption_run: {
    deposit_id: string;
    customer_id: string;
    order_id: ColumnType<string | null, undefined, string>;
    withdrawal_id: ColumnType<string | null, undefined, string>;
    stopped_because: ColumnType<string | null, undefined, string>;
    created_at: Instant;
    ended_at: ColumnType<Date | null, undefined, Date>;
    status: Computed<'processing' | 'completed' | 'failed'>;
    terms: Computed<string>;
  };
  swap_limit: { account_type: string; daily: string; monthly: string };
  export_job: {
    id: string;
    customer_id: string;
    format: 'CSV' | 'PDF';
    language: string;
    filter: ColumnType<Record<string, unknown>, string, never>;
    scopes: ColumnType<string[], string, never>;
    status: 'processing' | 'completed' | 'failed';
    done: number;
    total: number;
    file_sealed: ColumnType<Buffer | null, undefined, Buffer>;
    leased_until: ColumnType<Date | null, undefined, Date | null>;
    created_at: Instant;
  };
  deposit_address: { customer_id: string; network_id: number; address: string; memo: string | null };
  operator_alert: {
    id: Generated<string>;
    kind: AlertKind;
    entity_id: string;
    details: ColumnType<Record<string, string>, string, string>;
    count: number;
    opened_at: Instant;
    last_at: Instant;
    closed_at: ColumnType<Date | null, undefined, Date>;
    closed_by: ColumnType<string | null, undefined, string>;
  };
  state_log: {
    entity_id: string;
    version: number;
    from_status: string | null;
    to_status: string;
    actor: string;
    reason: string | null;
    at: Instant;
  };
}
