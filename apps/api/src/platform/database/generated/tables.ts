// Written by scripts/database-types.ts from the catalogue: don't edit it.
import type { Actor, CheckGroups, DepositStatus, DestinationStatus, Details, EventType, Factor, FiatDepositStatus, FiatWithdrawalStatus, Json, NotificationSwitch, OrderStatus, RunStatus, SealingJwk, VerificationDocumentStatus, VerificationKind, VerificationPersonStatus, WithdrawalStatus } from '../column-types.ts';
import type { AlertKind } from '../../alerts/alerts.ts';
import type { ColumnType, Generated } from 'kysely';

export interface Database {
  access_failure: {
    account: string;
    act: string;
    factor: Factor | '';
    customer_id: string | null;
    first_at: Date;
    last_at: Date;
    count: number;
    agent: string;
    network: string;
    notify: boolean;
  };
  access_token: {
    customer_id: string;
    hash: Buffer;
    session_id: string;
    expires_at: Date;
  };
  account: {
    id: string;
    owner: string;
    asset: string;
    kind: string;
    normal_side: 'debit' | 'credit';
    may_go_negative: boolean;
    appends: Generated<boolean>;
    posted: Generated<string>;
    held: Generated<string>;
    version: Generated<string>;
  };
  account_freeze: {
    customer_id: string;
    reference: string;
    frozen_at: Date;
    lifted_at: Date | null;
  };
  asset: {
    code: string;
    scale: number;
  };
  audit_log: {
    id: ColumnType<string, never, never>;
    customer_id: string;
    at: Date;
    actor: 'customer' | 'Operations' | 'system';
    act: string;
    details: Json<Details>;
  };
  authenticator_setup: {
    customer_id: string;
    secret_sealed: Buffer;
    expires_at: Date;
    tries: Generated<number>;
    proven_step: string | null;
  };
  auto_redemption: {
    customer_id: string;
    is_on: boolean;
    changed_at: Date;
  };
  auto_redemption_run: {
    deposit_id: string;
    customer_id: string;
    order_id: string | null;
    withdrawal_id: string | null;
    stopped_because: string | null;
    created_at: Date;
    ended_at: Date | null;
    status: ColumnType<RunStatus, never, never>;
    terms: ColumnType<string, never, never>;
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
    status: DestinationStatus;
    risk: Generated<'low' | 'high'>;
    is_default: Generated<boolean>;
    payouts_from: Date;
    last_used_at: Date | null;
    created_at: Date;
    updated_at: Date;
  };
  bank_line: {
    partner_id: string;
    line: string;
    kind: 'credit' | 'debit' | 'return' | 'refusal';
    currency: string | null;
    amount: string | null;
    details_sealed: Buffer | null;
    entity_id: string | null;
    seen_at: Date;
  };
  blockchain_address: {
    id: string;
    customer_id: string;
    label: string;
    network_id: number;
    address: string;
    memo: string | null;
    status: DestinationStatus;
    risk: Generated<'low' | 'high'>;
    payouts_from: Date;
    last_used_at: Date | null;
    created_at: Date;
    updated_at: Date;
  };
  chain_block: {
    number: string;
    previous_hash: Buffer;
    hash: Buffer;
    sealed_at: Date;
  };
  chain_member: {
    transfer_id: string;
    block: string;
  };
  chain_pending: {
    transfer_id: string;
  };
  challenge: {
    id: string;
    owner: string;
    customer_id: string | null;
    scene: number;
    device: string | null;
    tries: Generated<number>;
    expires_at: Date;
    consumed_at: Date | null;
    session_id: string | null;
    body_hmac: Buffer | null;
    targets_sealed: Buffer | null;
    groups: Json<CheckGroups> | null;
    answer_sealed: Buffer | null;
    account: string;
    executing_until: Date | null;
    passkey_challenge_hash: Buffer | null;
    passkey_challenge_nonce: Buffer | null;
  };
  clock: {
    id: Generated<boolean>;
    offset_ms: Generated<string>;
  };
  crypto_transaction: {
    id: string;
    customer_id: string;
    wallet_id: string;
    direction: 'deposit' | 'withdrawal';
    currency: string;
    network_id: number;
    hash: string | null;
    log_index: Generated<number>;
    address: string | null;
    memo: string | null;
    sender: string | null;
    amount: string;
    fee: Generated<string>;
    address_id: string | null;
    returns_deposit_id: string | null;
    due_at: Date | null;
    status: DepositStatus | WithdrawalStatus;
    confirmations: Generated<number>;
    confirmations_needed: Generated<number>;
    risk: Generated<'low' | 'high'>;
    hold_reason: string | null;
    is_final: Generated<boolean>;
    block_height: string | null;
    block_hash: string | null;
    is_undisclosed: Generated<boolean>;
    version: number;
    created_at: Date;
    updated_at: Date;
    terms: ColumnType<string, never, never>;
  };
  customer: {
    id: string;
    account_type: 'individual' | 'corporate';
    status: 'pending activation' | 'active' | 'frozen';
    identity_status: 'pending verification' | 'verified' | 'verification failed';
    identity_reason: string | null;
    onboarded: boolean;
    language: string;
    personal_sealed: Buffer;
    totp_sealed: Buffer | null;
    totp_last_step: string | null;
    password_hash: string;
    reference: string;
    event_seq: Generated<string>;
    created_at: Date;
    cooldown_ends_at: Date | null;
    notifications_off: Json<NotificationSwitch[]> | null;
  };
  customer_email: {
    email_index: Buffer;
    customer_id: string;
  };
  customer_reference: {
    reference: string;
    customer_id: string;
  };
  data_key: {
    id: string;
    kind: 'sealing' | 'indexing';
    wrapped: Buffer;
    wrapped_by: string;
    created_at: Date;
    active_from: Date;
  };
  deposit_address: {
    customer_id: string;
    network_id: number;
    address: string;
    memo: string | null;
  };
  deposit_claim: {
    transaction_id: string;
    customer_id: string;
    network_id: number;
    hash: string;
    log_index: number | null;
    sender_address: string | null;
    claimed_at: Date;
    search_until: Date;
    searched_at: Date;
  };
  deposit_seen: {
    network_id: number;
    hash: string;
    log_index: number;
    entity_id: string;
    unmatched: Generated<boolean>;
  };
  derivation: {
    customer_id: string;
    key_index: ColumnType<string, never, never>;
  };
  event: {
    customer_id: string;
    seq: string;
    type: EventType;
    payload: Json<Details>;
    session_id: string | null;
    at: Date;
  };
  export_job: {
    id: string;
    customer_id: string;
    format: 'CSV' | 'PDF';
    language: string;
    filter: Json<Record<string, unknown>>;
    scopes: Json<string[]>;
    status: 'processing' | 'completed' | 'failed';
    done: number;
    total: number;
    file_sealed: Buffer | null;
    leased_until: Date | null;
    created_at: Date;
  };
  factor_failure: {
    account: string;
    factor: 'sms' | 'email' | 'authenticator' | 'recovery code' | 'passkey';
    bucket: string;
    failures: number;
    available_at: Date;
    last_at: Date;
  };
  feedback: {
    reference: string;
    customer_id: string | null;
    message_sealed: Buffer;
    created_at: Date;
    closed_at: Date | null;
  };
  feedback_attachment: {
    reference: string;
    number: number;
    type: 'JPG' | 'PNG' | 'PDF';
    bytes_sealed: Buffer;
  };
  fiat_deposit_terms: {
    currency: string;
    minimum: string;
    maximum: string;
    tolerance_bp: Generated<number>;
    bank_charges: Generated<string>;
  };
  fiat_limit: {
    account_type: string;
    currency: string;
    minimum: string;
    daily: string;
    monthly: string;
  };
  fiat_receipt: {
    customer_id: string;
    transaction_id: string;
    number: number;
    type: 'JPG' | 'PNG' | 'PDF';
    blob_key: string;
  };
  fiat_transaction: {
    id: string;
    customer_id: string;
    wallet_id: string;
    direction: 'deposit' | 'withdrawal';
    currency: string;
    partner_id: string;
    statement_line: string | null;
    rail: string | null;
    amount: string;
    fee: Generated<string>;
    declared: string | null;
    returned: string | null;
    bank_account_id: string | null;
    returns_deposit_id: string | null;
    end_to_end_id: string | null;
    details_sealed: Buffer | null;
    receipt_count: Generated<number>;
    hold_reason: string | null;
    due_at: Date | null;
    instructed_at: Date | null;
    risk: Generated<'low' | 'high'>;
    status: FiatDepositStatus | FiatWithdrawalStatus;
    version: number;
    created_at: Date;
    updated_at: Date;
    terms: ColumnType<string, never, never>;
  };
  freeze_code: {
    hash: Buffer;
    customer_id: string;
    expires_at: Date;
    used_at: Date | null;
  };
  hold: {
    id: string;
    account_id: string;
    amount: string;
    kind: string;
    entity_id: string;
    event_time: Date;
  };
  hold_event: {
    hold_id: string;
    outcome: 'post' | 'void' | 'expire';
    transfer_id: string | null;
    event_time: Date;
  };
  identity_check: {
    id: string;
    customer_id: string;
    created_at: Date;
    reference: string | null;
    attempts: Generated<number>;
    due_at: Date;
    ended_at: Date | null;
  };
  job_failure: {
    queue: string;
    item: string;
    attempts: number;
    error: Json<Record<string, unknown>>;
    first_failed_at: Date;
    last_failed_at: Date;
    retry_at: Date;
    dead_at: Date | null;
  };
  job_lease: {
    queue: string;
    holder: string;
    expires_at: Date;
    polled_at: Date;
  };
  known_device: {
    customer_id: string;
    device_hash: string;
    last_used_at: Date;
  };
  leg: {
    transfer_id: string;
    account_id: string;
    amount: string;
  };
  login_failure: {
    account_index: Buffer;
    device: string;
    failures: number;
    paused_until: Date | null;
    last_at: Date;
  };
  message: {
    id: string;
    channel: 'email' | 'sms';
    sealed: Buffer;
    created_at: Date;
    sent_at: Date | null;
    attempts: Generated<number>;
    due_at: Date;
  };
  migration_checksum: {
    migration: string;
    sha256: string;
  };
  network_fee: {
    network_id: number;
    sender: string;
    nonce: string;
    hash: string;
    amount: string;
    posted_at: Date;
  };
  network_head: {
    network_id: number;
    height: string;
    hash: string;
    seen_at: Date;
  };
  network_terms: {
    network_id: number;
    confirmations: number;
    minimum_deposit: string;
    withdrawal_fee: string;
  };
  notification: {
    customer_id: string;
    id: string;
    kind: 'security' | 'money' | 'account';
    sealed: Buffer;
    created_at: Date;
    read_at: Date | null;
  };
  one_time_code: {
    owner: string;
    challenge_id: string;
    check_type: number;
    code_hmac: Buffer;
    sent_at: Date;
    resends: Generated<number>;
    expires_at: Date;
  };
  operator_alert: {
    id: ColumnType<string, never, never>;
    kind: AlertKind;
    entity_id: string;
    details: Json<Details>;
    count: number;
    opened_at: Date;
    last_at: Date;
    closed_at: Date | null;
    closed_by: string | null;
  };
  otc_order: {
    id: string;
    customer_id: string;
    quote_id: string;
    currency: string;
    transfer_id: string | null;
    status: OrderStatus;
    due_at: Date | null;
    created_at: Date;
    updated_at: Date;
    terms: ColumnType<string, never, never>;
  };
  passkey: {
    id: string;
    customer_id: string;
    credential_id: Buffer;
    public_key: Buffer;
    sign_count: string;
    is_backup_eligible: boolean;
    is_synced: boolean;
    transports: Json<string[]>;
    name: string;
    created_at: Date;
    last_used_at: Date | null;
  };
  passkey_credential: {
    credential_id: Buffer;
    customer_id: string;
    passkey_id: string;
  };
  passkey_setup: {
    customer_id: string;
    challenge_hash: Buffer;
    expires_at: Date;
  };
  password_reset: {
    hash: Buffer;
    customer_id: string;
    expires_at: Date;
    used_at: Date | null;
  };
  payout_approval: {
    withdrawal_id: string;
    operator: string;
    signature: string;
    signed_at: Date;
  };
  payout_assertion: {
    customer_id: string;
    withdrawal_id: string;
    credential_id: Buffer;
    client_data_json: Buffer;
    authenticator_data: Buffer;
    signature: Buffer;
    nonce: Buffer;
  };
  payout_hold: {
    route: string;
    why: string;
    held_by: string;
    held_at: Date;
  };
  payout_order: {
    withdrawal_id: string;
    attempt: number;
    network_id: number;
    sender: string;
    kind: 'payout' | 'cancellation';
    nonce: string;
    price: string;
    ordered_at: Date;
  };
  payout_sender: {
    network_id: number;
    sender: string;
  };
  payout_usage: {
    network_id: number;
    sender: string;
    nonce: string;
    withdrawal_id: string;
    currency: string;
    amount: string;
    signed_at: Date;
  };
  posting: {
    account_id: string;
    version: string;
    transfer_id: string;
    amount: string;
    balance_after: string;
  };
  posting_pending: {
    account_id: string;
    transfer_id: string;
    amount: string;
  };
  precheck: {
    id: string;
    customer_id: string;
    session_id: string;
    change: 'phone' | 'email';
    expires_at: Date;
    used_at: Date | null;
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
    expires_at: Date;
    held_until: Date | null;
    used_at: Date | null;
  };
  rail_fee: {
    rail: string;
    currency: string;
    fee: string;
  };
  reconciliation_run: {
    id: ColumnType<string, never, never>;
    reconciled_at: Date;
    differences: number;
    networks_not_compared: number;
  };
  recovery_code: {
    customer_id: string;
    code_hmac: Buffer;
    used_at: Date | null;
  };
  refresh_token: {
    customer_id: string;
    hash: Buffer;
    session_id: string;
    generation: number;
    expires_at: Date;
    rotated_at: Date | null;
    successor_sealed: Buffer | null;
  };
  registration: {
    id: string;
    email_index: Buffer;
    account_key_hash: Buffer;
    browser_key_hash: Buffer | null;
    registrant_sealed: Buffer | null;
    password_hash: string | null;
    created_at: Date;
    expires_at: Date;
  };
  sandbox_broadcast: {
    network_id: number;
    hash: string;
    raw: string;
    at: Date;
    confirmations: number | null;
    is_reverted: Generated<boolean>;
  };
  sandbox_identity: {
    reference: string;
    outcome: 'approved' | 'rejected' | 'undecided';
    reason_code: string | null;
    decides_at: Date;
  };
  sandbox_message: {
    id: string;
    channel: 'email' | 'sms';
    recipient: string;
    subject: string;
    body: string;
    code: string | null;
    at: Date;
  };
  sandbox_payment: {
    end_to_end_id: string;
    partner_id: string;
    currency: string;
    amount: string;
    at: Date;
    outcome: 'settled' | 'refused' | null;
  };
  sandbox_statement: {
    position: ColumnType<string, never, never>;
    partner_id: string;
    line: string;
    kind: Generated<'credit' | 'debit' | 'return' | 'refusal'>;
    end_to_end_id: string | null;
    sender: Generated<string>;
    sender_account: Generated<string>;
    sender_bic: Generated<string>;
    reference: string;
    currency: string;
    amount: string;
    is_read: Generated<boolean>;
  };
  sandbox_transfer: {
    position: ColumnType<string, never, never>;
    network_id: number;
    hash: string;
    log_index: number;
    address: string;
    sender: Generated<string>;
    memo: string | null;
    currency: string;
    amount: string;
    at: Generated<Date>;
    confirmations: number | null;
    is_gone: Generated<boolean>;
  };
  scan_cursor: {
    source: string;
    position: string;
    hash: string | null;
  };
  sealing_key: {
    kid: string;
    public_jwk: Json<SealingJwk>;
    private_sealed: Buffer;
    created_at: Date;
  };
  security_checkup: {
    customer_id: string;
    sign_ins_reviewed_until: Date | null;
    recovery_codes_created_at: Date | null;
    recovery_codes_saved_at: Date | null;
  };
  session: {
    id: string;
    customer_id: string;
    device: string;
    generation: Generated<number>;
    created_at: Date;
    expires_at: Date;
    ended_at: Date | null;
    end_reason: 'superseded' | 'logout' | 'refresh reused' | 'password reset' | 'password changed' | 'ended by customer' | 'frozen' | 'database restored' | null;
    agent: Generated<string>;
    network: Generated<string>;
    last_seen_at: Date;
  };
  signed_tx: {
    withdrawal_id: string;
    attempt: Generated<number>;
    network_id: number;
    sender: string;
    kind: Generated<'payout' | 'cancellation'>;
    nonce: string;
    price: Generated<string>;
    raw: string;
    hash: string;
    signed_at: Date;
  };
  state_log: {
    customer_id: string;
    entity_id: string;
    version: number;
    from_status: string | null;
    to_status: string;
    actor: Actor;
    reason: string | null;
    at: Date;
  };
  supply_approval: {
    order_id: string;
    operator: string;
    approved_at: Date;
  };
  supply_order: {
    id: string;
    kind: 'mint' | 'burn';
    network_id: number;
    amount: string;
    address: string;
    is_custody: boolean;
    purpose: string;
    ordered_by: string;
    ordered_at: Date;
    status: 'pending approval' | 'approved' | 'sent' | 'completed' | 'cancelled';
    hash: string | null;
    log_index: number | null;
    block_height: string | null;
    block_hash: string | null;
  };
  swap_limit: {
    account_type: string;
    daily: string;
    monthly: string;
  };
  swap_terms: {
    currency: string;
    basis_points: number;
    free_allowance: string;
    minimum: string;
    maximum: string;
    approval_above: string;
  };
  throttle: {
    key: string;
    window_start: Date;
    count: number;
  };
  transfer: {
    id: string;
    kind: string;
    entity_id: string;
    reverses: string | null;
    event_time: Date;
  };
  unbooked_payout: {
    payout_id: string;
    attempt: number;
    network_id: number;
    sender: string;
    kind: 'payout' | 'cancellation';
    nonce: string;
    price: string;
    raw: string;
    hash: string;
    signed_at: Date;
    recipient: string;
    memo: string;
    currency: string;
    amount: string;
  };
  unbooked_payout_approval: {
    payout_id: string;
    customer_id: string;
    operator: string;
    approved_at: Date;
  };
  unmatched_transfer: {
    network_id: number;
    hash: string;
    log_index: number;
    currency: string;
    amount: string;
    sender: string;
    address: string;
    memo: string | null;
    seen_at: Date;
  };
  verification_document: {
    id: string;
    customer_id: string;
    person_id: string | null;
    kind: VerificationKind;
    status: VerificationDocumentStatus;
    type: 'JPG' | 'PNG' | 'PDF';
    digest: Buffer;
    size: number;
    reason_code: string | null;
    created_at: Date;
    changed_at: Date;
    scan_at: Date | null;
    scan_attempts: Generated<number>;
  };
  verification_file: {
    customer_id: string;
    document_id: string;
    bytes_sealed: Buffer;
  };
  verification_person: {
    id: string;
    customer_id: string;
    status: VerificationPersonStatus;
    person_sealed: Buffer;
    reason_code: string | null;
    created_at: Date;
    changed_at: Date;
  };
  wallet_account: {
    id: string;
    customer_id: string;
    currency: string;
    account_id: string;
    updated_at: Date;
  };
  withdrawal_limit: {
    account_type: string;
    minimum: string;
    daily: string;
    monthly: string;
  };
}
