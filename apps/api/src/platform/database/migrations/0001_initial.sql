-- Amounts are numeric(38,0): minor units at the ledger's scale, unless a comment says otherwise.
-- A customer's rows have customer_id, and each of their keys starts with it, so that a distributed PostgreSQL can shard by it. Ids are
-- random, so an index on the id alone is not unique. test/sharding.test.ts lists the tables that are not sharded, and says why.
-- Columns that end in _sealed are encrypted; _hmac and _index columns are keyed hashes of what they name.

-- Platform: migrations, clock, keys, jobs, limits

-- The text of each migration that was applied: a database that another text has made is refused.
create table migration_checksum (migration text primary key, sha256 text not null);

create table clock (id boolean primary key default true check (id), offset_ms bigint not null default 0);
insert into clock default values;

create table sealing_key (
  kid text primary key,
  public_jwk jsonb not null,
  private_sealed bytea not null,
  created_at timestamptz not null
);

-- Data keys, each wrapped under the master key, which is not in the database.
create table data_key (
  id text primary key,
  kind text not null check (kind in ('sealing', 'indexing')),
  wrapped bytea not null,
  wrapped_by text not null,
  created_at timestamptz not null,
  active_from timestamptz not null
);

create table throttle (key text primary key, window_start timestamptz not null, count int not null);

create table job_lease (
  queue text primary key,
  -- The node that works on the queue until the lease expires.
  holder text not null,
  expires_at timestamptz not null,
  -- Start of the last poll of a queue that is polled.
  polled_at timestamptz not null
);
create table job_failure (
  queue text not null,
  -- Id of the row that failed; empty for the queue as a whole.
  item text not null,
  attempts int not null,
  -- The error as the log has it: ids and codes, no values.
  error jsonb not null,
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null,
  retry_at timestamptz not null,
  -- Set on a dead letter, which is not retried until an operator asks for it.
  dead_at timestamptz,
  primary key (queue, item)
);

-- Conditions that operators have to act on: at most one open alert for each kind and entity.
create table operator_alert (
  id bigint generated always as identity primary key,
  kind text not null,
  entity_id text not null,
  details jsonb not null,
  count int not null,
  opened_at timestamptz not null,
  last_at timestamptz not null,
  closed_at timestamptz,
  closed_by text
);
create unique index operator_alert_open on operator_alert (kind, entity_id) where closed_at is null;

-- What `operator record-reconciliation` found, for metrics. The differences themselves are printed, and kept nowhere.
create table reconciliation_run (
  id bigint generated always as identity primary key,
  reconciled_at timestamptz not null,
  differences int not null,
  networks_not_compared int not null
);

-- Networks and banks whose payouts an operator holds.
create table payout_hold (
  -- A network's slug or a bank's partner id, e.g. base or dbs.
  route text primary key,
  why text not null,
  held_by text not null,
  held_at timestamptz not null
);

-- Emails and text messages that are waiting to be sent or were sent.
create table message (
  id text primary key,
  channel text not null check (channel in ('email', 'sms')),
  sealed bytea not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  attempts int not null default 0,
  due_at timestamptz not null
) with (fillfactor = 50);
create index message_due on message (due_at) where sent_at is null;

-- Every transition of every entity with a state machine.
create table state_log (
  customer_id text not null,
  entity_id text not null,
  version int not null,
  from_status text,
  to_status text not null,
  actor text not null,
  reason text,
  at timestamptz not null,
  primary key (customer_id, entity_id, version)
);

-- Terms of a full-text search by prefix and suffix: each text and its reverse, in lower case.
create function search_terms(variadic texts text[]) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array_agg(lower(term)))
  from unnest(texts) as given(text), lateral (values (text), (reverse(text))) as both_ways(term)
  where text <> ''
$$;

-- Customers and their activation

-- A fillfactor below 100 leaves room on each page, so that updates of such rows need not touch their indexes.
create table customer (
  id text primary key,
  account_type text not null check (account_type in ('individual', 'corporate')),
  status text not null check (status in ('pending activation', 'active', 'frozen')),
  identity_status text not null check (identity_status in ('pending verification', 'verified', 'verification failed')),
  identity_reason text,
  onboarded boolean not null,
  language text not null,
  personal_sealed bytea not null,
  totp_sealed bytea,
  -- Last used time step of the authenticator (RFC 6238), so that no code is accepted twice.
  totp_last_step bigint,
  password_hash text not null,
  reference text not null,
  -- Sequence number of the customer's last event.
  event_seq bigint not null default 0,
  created_at timestamptz not null,
  cooldown_ends_at timestamptz,
  -- Kinds and channels of notifications that the customer has turned off, e.g. ["account/email"]; null for none.
  notifications_off jsonb
) with (fillfactor = 70);

-- Directories: what names a customer from outside, unique among all customers.
create table customer_email (email_index bytea primary key, customer_id text not null unique);
create table customer_reference (reference text primary key, customer_id text not null unique);

-- Registrations that are not activated, several for one address: the customer is created by the activation. A day after it has
-- expired a registration keeps only what tells that its link is an old one.
create table registration (
  id text primary key,
  email_index bytea not null,
  account_key_hash bytea not null,
  -- Hash of the secret of the browser that registered.
  browser_key_hash bytea,
  registrant_sealed bytea,
  password_hash text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index registration_by_account_key on registration (account_key_hash);
create index registration_by_email on registration (email_index, created_at);

-- Partitioned by month: create_time_partitions makes the partitions, and a row of another month goes to the default one.
-- Without a foreign key, which would lock customer for each new partition. The insert joins the customer's row.
create table event (
  customer_id text not null,
  seq bigint not null,
  type text not null,
  payload jsonb not null,
  session_id text,
  at timestamptz not null,
  primary key (customer_id, seq, at)
) partition by range (at);
create table event_default partition of event default;

create table audit_log (
  id bigint generated always as identity,
  -- 'system' for an act that concerns no customer. Without a foreign key, because entries outlive what they name.
  customer_id text not null,
  at timestamptz not null,
  actor text not null check (actor in ('customer', 'Operations', 'system')),
  act text not null,
  details jsonb not null,
  primary key (customer_id, at, id)
) partition by range (at);
create table audit_log_default partition of audit_log default;

-- Notifications: the message, its values and what it is about are sealed; the text is made when it is read.
create table notification (
  customer_id text not null references customer,
  id text not null,
  kind text not null check (kind in ('security', 'money', 'account')),
  sealed bytea not null,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (customer_id, id)
);
create index notification_unread on notification (customer_id, id) where read_at is null;
create index notification_created on notification (created_at);

-- Identity checks: each is submitted once, and polled until the provider decides.
create table identity_check (
  id text not null,
  customer_id text not null references customer,
  created_at timestamptz not null,
  -- The provider's id, once the check is submitted.
  reference text,
  attempts int not null default 0,
  due_at timestamptz not null,
  ended_at timestamptz,
  primary key (customer_id, id)
);
create index identity_check_by_id on identity_check (id);
create unique index identity_check_one_open on identity_check (customer_id) where ended_at is null;
create index identity_check_due on identity_check (due_at) where ended_at is null;

-- Verification: what customers upload and tell so that a person can verify them. A file is sealed, also before it is scanned.

create table verification_person (
  id text not null,
  customer_id text not null references customer,
  status text not null,
  person_sealed bytea not null,
  reason_code text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (customer_id, id)
);
create index verification_person_by_id on verification_person (id);
create table verification_document (
  id text not null,
  customer_id text not null references customer,
  -- Null for a document of the customer: the individual or the company.
  person_id text,
  kind text not null,
  status text not null,
  type text not null check (type in ('JPG', 'PNG', 'PDF')),
  -- Keyed hash of the file as it was sent: the same file is kept once.
  digest bytea not null,
  size int not null,
  reason_code text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- When it is scanned next; null once it is.
  scan_at timestamptz,
  scan_attempts int not null default 0,
  primary key (customer_id, id),
  foreign key (customer_id, person_id) references verification_person
);
create index verification_document_by_id on verification_document (id);
create index verification_document_unscanned on verification_document (scan_at) where scan_at is not null;
create index verification_document_checking on verification_document (customer_id) where status = 'checking';
create table verification_file (
  customer_id text not null,
  document_id text not null,
  bytes_sealed bytea not null,
  primary key (customer_id, document_id),
  foreign key (customer_id, document_id) references verification_document
);

-- Sessions

create table session (
  id text not null,
  customer_id text not null references customer,
  device text not null,
  generation int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in
    ('superseded', 'logout', 'refresh reused', 'password reset', 'password changed', 'ended by customer', 'frozen', 'database restored')),
  agent text not null default '',
  network text not null default '',
  last_seen_at timestamptz not null,
  primary key (customer_id, id),
  check ((ended_at is null) = (end_reason is null))
);
create index session_by_id on session (id);
create unique index session_one_active on session (customer_id) where ended_at is null;

-- A token is found by its hash alone.
create table access_token (
  customer_id text not null,
  hash bytea not null,
  session_id text not null,
  expires_at timestamptz not null,
  primary key (customer_id, hash),
  foreign key (customer_id, session_id) references session
);
create index access_token_by_hash on access_token (hash);
create table refresh_token (
  customer_id text not null,
  hash bytea not null,
  session_id text not null,
  generation int not null,
  expires_at timestamptz not null,
  rotated_at timestamptz,
  successor_sealed bytea,
  primary key (customer_id, hash),
  unique (customer_id, session_id, generation),
  foreign key (customer_id, session_id) references session
);
create index refresh_token_by_hash on refresh_token (hash);

-- Challenges and factors

-- A challenge without a customer stands for an account that does not exist: nobody can pass it, and it answers like any other.
-- With a session it is an intent: bound to a request body, and it keeps the answer once it was executed.
create table challenge (
  id text not null,
  -- The customer's id, or without a customer the account.
  owner text not null,
  customer_id text,
  scene int not null,
  device text,
  tries int not null default 0,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  session_id text,
  body_hmac bytea,
  targets_sealed bytea,
  -- Groups of checks of which one must pass, where they differ from those of the scene.
  groups jsonb,
  answer_sealed bytea,
  -- What failures count against: a customer's id, or a blind index of the email address that a stranger named.
  account text not null,
  -- Lease of the call that executes the intent.
  executing_until timestamptz,
  -- Of the newest WebAuthn challenge, until an assertion used it.
  passkey_challenge_hash bytea,
  -- Nonce of that challenge, where it is derived from the payment that it approves.
  passkey_challenge_nonce bytea,
  primary key (owner, id),
  foreign key (owner, session_id) references session,
  check (customer_id = owner),
  check (session_id is null or customer_id is not null)
) with (fillfactor = 50);
create index challenge_by_id on challenge (id);
create table one_time_code (
  owner text not null,
  challenge_id text not null,
  check_type int not null,
  code_hmac bytea not null,
  sent_at timestamptz not null,
  resends int not null default 0,
  expires_at timestamptz not null,
  primary key (owner, challenge_id, check_type),
  foreign key (owner, challenge_id) references challenge
);

create table authenticator_setup (
  customer_id text primary key references customer,
  secret_sealed bytea not null,
  expires_at timestamptz not null,
  tries int not null default 0,
  -- Time step of the code that proved the new authenticator (RFC 6238).
  proven_step bigint
);
create table recovery_code (
  customer_id text not null references customer,
  code_hmac bytea not null,
  used_at timestamptz,
  primary key (customer_id, code_hmac)
);
-- Directory: a credential belongs to one passkey, and names its customer at a sign-in.
create table passkey_credential (
  credential_id bytea primary key,
  customer_id text not null,
  passkey_id text not null
);
create table passkey (
  id text not null,
  customer_id text not null references customer,
  credential_id bytea not null,
  -- COSE key (RFC 9052).
  public_key bytea not null,
  -- Of the last assertion; 0 where the authenticator does not count.
  sign_count bigint not null,
  -- Flags BE, which never changes, and BS.
  is_backup_eligible boolean not null,
  is_synced boolean not null,
  transports jsonb not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (customer_id, id)
);
-- A passkey that is being added: one for each customer, a newer one replaces the older.
create table passkey_setup (
  customer_id text primary key references customer,
  challenge_hash bytea not null,
  expires_at timestamptz not null
);
create table password_reset (
  hash bytea not null,
  customer_id text not null references customer,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (customer_id, hash)
);
create index password_reset_by_hash on password_reset (hash);
create table precheck (
  id text not null,
  customer_id text not null,
  session_id text not null,
  change text not null check (change in ('phone', 'email')),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (customer_id, id),
  foreign key (customer_id, session_id) references session
);
create table freeze_code (
  hash bytea not null,
  customer_id text not null references customer,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (customer_id, hash)
);
create index freeze_code_by_hash on freeze_code (hash);
-- The case of a freeze. Its reference has 60 random bits.
create table account_freeze (
  customer_id text not null references customer,
  reference text not null,
  frozen_at timestamptz not null,
  lifted_at timestamptz,
  primary key (customer_id, reference)
);
create unique index account_freeze_open on account_freeze (customer_id) where lifted_at is null;
create index account_freeze_by_reference on account_freeze (reference);
-- What a customer has checked of how the account is secured.
create table security_checkup (
  customer_id text primary key references customer,
  -- Start of the newest sign-in that they recognised.
  sign_ins_reviewed_until timestamptz,
  recovery_codes_created_at timestamptz,
  recovery_codes_saved_at timestamptz
);
create table known_device (
  customer_id text not null references customer,
  device_hash text not null,
  last_used_at timestamptz not null,
  primary key (customer_id, device_hash)
);

-- The counters of failures have no foreign key to customer: they exist for accounts that do not,
-- and counting must not wait for the lock of a customer's row.
create table login_failure (
  account_index bytea not null,
  device text not null,
  failures int not null,
  paused_until timestamptz,
  last_at timestamptz not null,
  primary key (account_index, device)
);
create table factor_failure (
  account text not null,
  factor text not null check (factor in ('sms', 'email', 'authenticator', 'recovery code', 'passkey')),
  -- Whose allowance it is: 'device <hash>' of a known device, or a name shared by all other devices.
  bucket text not null,
  failures int not null,
  available_at timestamptz not null,
  last_at timestamptz not null,
  primary key (account, factor, bucket)
);
-- Failed attempts of the current window, one row for each kind. They move to audit_log when the window ends.
create table access_failure (
  account text not null,
  act text not null,
  factor text not null,
  customer_id text,
  first_at timestamptz not null,
  last_at timestamptz not null,
  count int not null,
  agent text not null,
  network text not null,
  notify boolean not null,
  primary key (account, act, factor)
);
create index access_failure_of_customer on access_failure (customer_id);

-- Support

create table feedback (
  reference text primary key,
  -- Null where a visitor without an account wrote it.
  customer_id text,
  message_sealed bytea not null,
  created_at timestamptz not null,
  closed_at timestamptz
);
create index feedback_open on feedback (created_at) where closed_at is null;
create table feedback_attachment (
  reference text not null references feedback,
  number int not null,
  type text not null check (type in ('JPG', 'PNG', 'PDF')),
  bytes_sealed bytea not null,
  primary key (reference, number)
);

-- Ledger: accounts, transfers, holds. Only the functions in ledger/sql write these tables.

create table asset (code text primary key, scale int not null check (scale between 0 and 18));
-- The owner is a customer's id, or a name such as bank:dbs of an account of the company.
create table account (
  id text primary key,
  owner text not null,
  asset text not null references asset,
  kind text not null,
  normal_side text not null check (normal_side in ('debit', 'credit')),
  may_go_negative boolean not null,
  -- Legs are appended to posting_pending, and added up later: no transfer waits for the row of this account.
  appends boolean not null default false,
  posted numeric(38,0) not null default 0,
  held numeric(38,0) not null default 0 check (held >= 0),
  version bigint not null default 0,
  unique (owner, asset, kind),
  unique (owner, id),
  check (may_go_negative or posted - held >= 0),
  check (not appends or (may_go_negative and held = 0))
) with (fillfactor = 70);
create table transfer (
  id text primary key,
  kind text not null,
  entity_id text not null,
  -- Each transfer is reversed at most once.
  reverses text unique references transfer,
  event_time timestamptz not null
);
-- There is no foreign key to transfer: its legs can belong to accounts of several shards. Reconciliation reports a posting without one.
create table posting (
  account_id text not null references account,
  version bigint not null,
  transfer_id text not null,
  amount numeric(38,0) not null check (amount <> 0),
  balance_after numeric(38,0) not null,
  primary key (account_id, version)
);
create index posting_of_transfer on posting (transfer_id);

-- Legs of accounts that append, until ledger_roll_up moves them to posting. There is no foreign key to account:
-- every transfer would take a share lock on the account's row. ledger_post checks that the account exists.
create table posting_pending (
  account_id text not null,
  transfer_id text not null,
  amount numeric(38,0) not null check (amount <> 0),
  primary key (account_id, transfer_id)
);
create index posting_pending_of_transfer on posting_pending (transfer_id);

create view leg as
  select transfer_id, account_id, amount from posting union all select transfer_id, account_id, amount from posting_pending;

create table hold (
  id text primary key,
  account_id text not null references account,
  amount numeric(38,0) not null check (amount > 0),
  kind text not null,
  entity_id text not null,
  event_time timestamptz not null
);
create index hold_of_account on hold (account_id);
create table hold_event (
  -- The primary key resolves each hold at most once.
  hold_id text primary key references hold,
  outcome text not null check (outcome in ('post', 'void', 'expire')),
  transfer_id text,
  event_time timestamptz not null,
  check ((outcome = 'post') = (transfer_id is not null))
);

-- Ledger: hash chain over all transfers

create table chain_block (
  number bigint primary key,
  previous_hash bytea not null,
  hash bytea not null,
  sealed_at timestamptz not null
);
create table chain_member (
  transfer_id text primary key references transfer,
  block bigint not null references chain_block
);
create index chain_member_of_block on chain_member (block);
-- Transfers that are not in a block yet.
create table chain_pending (transfer_id text primary key references transfer);

-- Wallets

create table wallet_account (
  id text not null,
  customer_id text not null references customer,
  currency text not null references asset,
  account_id text not null,
  updated_at timestamptz not null,
  primary key (customer_id, id),
  unique (customer_id, currency),
  unique (customer_id, account_id),
  foreign key (customer_id, account_id) references account (owner, id)
) with (fillfactor = 70);
create index wallet_account_by_id on wallet_account (id);

-- Exports of a customer's history. One for each customer: the newest.
create table export_job (
  id text not null,
  customer_id text primary key references customer,
  format text not null check (format in ('CSV', 'PDF')),
  language text not null,
  filter jsonb not null,
  -- The scopes that the customer may see.
  scopes jsonb not null,
  status text not null check (status in ('processing', 'completed', 'failed')),
  done int not null,
  total int not null,
  file_sealed bytea,
  -- Lease of the node that works on it.
  leased_until timestamptz,
  created_at timestamptz not null
);
create index export_job_by_id on export_job (id);
create index export_job_open on export_job (created_at) where status = 'processing';

-- Destinations of withdrawals

create table blockchain_address (
  id text not null,
  customer_id text not null references customer,
  label text not null,
  network_id int not null,
  address text not null,
  memo text,
  status text not null,
  risk text not null default 'low' check (risk in ('low', 'high')),
  -- Payouts to the address wait until then.
  payouts_from timestamptz not null,
  last_used_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (customer_id, id)
);
create index blockchain_address_by_id on blockchain_address (id);
create unique index blockchain_address_once on blockchain_address (customer_id, network_id, address, coalesce(memo, ''))
  where status <> 'gone';
create index blockchain_address_waiting on blockchain_address (id) where status in ('pending add', 'pending delete');

create table bank_account (
  id text not null,
  customer_id text not null references customer,
  label text not null,
  bank_name text not null,
  country text not null,
  currency text not null references asset,
  rail text not null,
  -- All fields that the customer entered.
  fields_sealed bytea not null,
  -- Of the fields that say where payouts arrive: the same account is saved once.
  payee_hmac bytea not null,
  status text not null,
  risk text not null default 'low' check (risk in ('low', 'high')),
  is_default boolean not null default false,
  -- Payouts to the account wait until then.
  payouts_from timestamptz not null,
  last_used_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (customer_id, id)
);
create index bank_account_by_id on bank_account (id);
create unique index bank_account_once on bank_account (customer_id, payee_hmac) where status <> 'gone';
create unique index bank_account_default on bank_account (customer_id) where is_default;
create index bank_account_waiting on bank_account (id) where status in ('pending add', 'pending delete');

-- Exchange: swaps

-- Terms of a currency against WUSD, in both directions. Minimum, maximum and approval_above are in WUSD.
create table swap_terms (
  currency text primary key references asset,
  basis_points int not null check (basis_points > -10000 and basis_points < 10000),
  free_allowance numeric(38,0) not null check (free_allowance >= 0),
  minimum numeric(38,0) not null check (minimum > 0),
  maximum numeric(38,0) not null check (maximum >= minimum),
  approval_above numeric(38,0) not null
);
-- In WUSD, over the last 24 hours and the last 30 days.
create table swap_limit (
  account_type text primary key,
  daily numeric(38,0) not null check (daily > 0),
  monthly numeric(38,0) not null check (monthly >= daily)
);

create table quote (
  id text not null,
  customer_id text not null references customer,
  pay_currency text not null references asset,
  receive_currency text not null references asset,
  pay numeric(38,0) not null check (pay > 0),
  receive numeric(38,0) not null check (receive >= 0),
  rate text not null,
  basis_points int not null,
  -- In the currency that is received: a fee above zero, a rebate below.
  charge numeric(38,0) not null,
  -- In WUSD, before any charge: compared with the minimum, the maximum and the allowance.
  value numeric(38,0) not null,
  expires_at timestamptz not null,
  -- Set by the first review: the rate is good until then.
  held_until timestamptz,
  used_at timestamptz,
  primary key (customer_id, id)
) with (fillfactor = 70);
create index quote_by_id on quote (id);
create index quote_of_customer on quote (customer_id) where used_at is null;
create index quote_to_sweep on quote (expires_at) where used_at is null;

create table otc_order (
  id text not null,
  customer_id text not null references customer,
  -- A quote belongs to one customer, so the unique key lets each quote be used once.
  quote_id text not null,
  -- The side that is not WUSD.
  currency text not null references asset,
  transfer_id text,
  status text not null,
  -- Of an order that waits for approval: when its rate expires.
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  terms tsvector not null generated always as (search_terms(id, transfer_id)) stored,
  primary key (customer_id, id),
  unique (customer_id, quote_id),
  unique (customer_id, transfer_id),
  foreign key (customer_id, quote_id) references quote
);
create index order_by_id on otc_order (id);
create index order_by_status on otc_order (customer_id, status, id);
create index order_by_currency on otc_order (customer_id, currency, id);
create index order_to_settle on otc_order (id) where status = 'processing';
create index order_to_expire on otc_order (due_at) where status = 'pending approval';
-- Without fastupdate no search has to scan a list of rows that are not indexed yet.
create index otc_order_terms on otc_order using gin (terms) with (fastupdate = off);

-- Crypto: networks and deposits

-- One minimum and one fee for all stablecoins, at the scale that they share.
create table network_terms (
  network_id int primary key,
  confirmations int not null check (confirmations > 0),
  minimum_deposit numeric(38,0) not null check (minimum_deposit > 0),
  withdrawal_fee numeric(38,0) not null check (withdrawal_fee >= 0)
);
-- Highest block that all sources of a network reported. A source below it is behind, and its answers prove nothing.
create table network_head (
  network_id int primary key,
  height bigint not null,
  hash text not null,
  seen_at timestamptz not null
);
create table scan_cursor (
  source text primary key,
  position bigint not null,
  -- Of the block up to which a network was read: another hash at that height means a reorganisation.
  hash text
);

-- Fees of our own transactions that were posted, each once.
create table network_fee (
  network_id int not null,
  sender text not null,
  nonce text not null,
  hash text not null,
  -- In the smallest unit of the network's native coin.
  amount numeric(38,0) not null check (amount >= 0),
  posted_at timestamptz not null,
  primary key (network_id, sender, nonce),
  unique (network_id, hash)
);

-- Index of each customer's key among the keys derived from the wallet's seed.
create table derivation (
  customer_id text primary key,
  key_index bigint generated always as identity unique
);
-- On some networks customers share an address and are told apart by a memo.
create table deposit_address (
  customer_id text not null,
  network_id int not null,
  address text not null,
  memo text,
  primary key (customer_id, network_id)
);
create unique index deposit_address_whole on deposit_address (network_id, address, coalesce(memo, ''));

create table crypto_transaction (
  id text not null,
  customer_id text not null references customer,
  wallet_id text not null,
  direction text not null check (direction in ('deposit', 'withdrawal')),
  currency text not null references asset,
  network_id int not null,
  hash text,
  log_index int not null default 0,
  address text,
  memo text,
  sender text,
  amount numeric(38,0) not null,
  fee numeric(38,0) not null default 0 check (fee >= 0),
  address_id text,
  -- The rejected deposit that a withdrawal sends back to its sender; null for a customer's own withdrawals.
  returns_deposit_id text,
  -- When a withdrawal may leave.
  due_at timestamptz,
  status text not null,
  confirmations int not null default 0,
  confirmations_needed int not null default 1,
  risk text not null default 'low' check (risk in ('low', 'high')),
  -- Why a deposit needs a manual review; set before or when it is confirmed.
  hold_reason text,
  -- So deep in the chain that no reorganisation can remove it. Checked until then, credited or not.
  is_final boolean not null default false,
  -- Block that has the transfer. Without it no reorganisation can be proven.
  block_height bigint,
  block_hash text,
  -- Currency and amount are placeholders until an operator has decided on the claim.
  is_undisclosed boolean not null default false,
  version int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  terms tsvector not null generated always as (search_terms(id, hash, address)) stored,
  constraint crypto_transaction_amount_check check (amount > 0 or is_undisclosed),
  constraint crypto_transaction_return_check check (returns_deposit_id is null or direction = 'withdrawal'),
  primary key (customer_id, id),
  foreign key (customer_id, wallet_id) references wallet_account,
  foreign key (customer_id, address_id) references blockchain_address,
  foreign key (customer_id, returns_deposit_id) references crypto_transaction
);
create index crypto_transaction_by_id on crypto_transaction (id);
create index crypto_transaction_by_status on crypto_transaction (customer_id, status, id);
create index crypto_transaction_by_currency on crypto_transaction (customer_id, currency, id);
create index crypto_transaction_open on crypto_transaction (id) where not is_final and status <> 'failed';
-- Every node asks once a second for the open rows of each network.
create index crypto_transaction_open_deposit on crypto_transaction (network_id)
  where direction = 'deposit' and not is_final and status <> 'failed';
create index crypto_transaction_on_its_way on crypto_transaction (network_id)
  where direction = 'withdrawal' and status = 'processing';
create index crypto_transaction_to_send on crypto_transaction (due_at)
  where direction = 'withdrawal' and status = 'to be processed';
create index crypto_transaction_to_address on crypto_transaction (address_id) where address_id is not null;
-- A deposit is returned once: only a return that has failed makes room for another.
create unique index crypto_transaction_return on crypto_transaction (customer_id, returns_deposit_id)
  where returns_deposit_id is not null and status not in ('failed', 'cancelled', 'rejected');
create index crypto_transaction_returns on crypto_transaction (returns_deposit_id) where returns_deposit_id is not null;
create index crypto_transaction_terms on crypto_transaction using gin (terms) with (fastupdate = off);

create table deposit_seen (
  network_id int not null,
  hash text not null,
  log_index int not null,
  entity_id text not null,
  -- To a shared address, without a memo that names a customer.
  unmatched boolean not null default false,
  primary key (network_id, hash, log_index)
);
-- Transfers to a shared address that name no customer: held in suspense until a claim is approved.
create table unmatched_transfer (
  network_id int not null,
  hash text not null,
  log_index int not null,
  currency text not null references asset,
  amount numeric(38,0) not null check (amount > 0),
  sender text not null,
  address text not null,
  memo text,
  seen_at timestamptz not null,
  primary key (network_id, hash, log_index)
);
-- One customer's claim to a transaction. Any number of customers can claim the same one.
create table deposit_claim (
  transaction_id text not null,
  customer_id text not null,
  network_id int not null,
  hash text not null,
  -- Of the transfer in unmatched_transfer, once one is found.
  log_index int,
  sender_address text,
  claimed_at timestamptz not null,
  search_until timestamptz not null,
  searched_at timestamptz not null,
  primary key (customer_id, transaction_id),
  foreign key (customer_id, transaction_id) references crypto_transaction
);
create index deposit_claim_of_transaction on deposit_claim (transaction_id);
create index deposit_claim_of_hash on deposit_claim (network_id, hash);
create index deposit_claim_of_customer on deposit_claim (customer_id, claimed_at);

-- Crypto: withdrawals

-- In WUSD, over the last 24 hours and the last 30 days.
create table withdrawal_limit (
  account_type text primary key,
  minimum numeric(38,0) not null check (minimum > 0),
  daily numeric(38,0) not null check (daily >= minimum),
  monthly numeric(38,0) not null check (monthly >= daily)
);

-- Saved before it is sent, so that a retry sends the same bytes.
create table signed_tx (
  withdrawal_id text not null,
  -- 1, and one more for each replacement.
  attempt int not null default 1,
  network_id int not null,
  -- Address that signs, as its network writes it; empty for simulated payouts.
  sender text not null,
  -- A cancellation uses the nonce up, so that the payout can't be in a block.
  kind text not null default 'payout' check (kind in ('payout', 'cancellation')),
  -- As the network's adapter writes it: a number used once by the sender.
  nonce text not null,
  -- Fee that is offered to the network, as the adapter writes it.
  price text not null default '',
  raw text not null,
  hash text not null,
  signed_at timestamptz not null,
  primary key (withdrawal_id, attempt)
);
create unique index signed_tx_hash on signed_tx (network_id, hash);
create index signed_tx_nonce on signed_tx (network_id, sender, nonce);

-- Attempts that are to be signed. Committed before the signer is asked: it signs what it reads here. A row is replaced by one of
-- signed_tx, or deleted where the signer rejects it.
create table payout_order (
  withdrawal_id text primary key,
  attempt int not null,
  network_id int not null,
  sender text not null,
  kind text not null check (kind in ('payout', 'cancellation')),
  nonce text not null,
  price text not null,
  ordered_at timestamptz not null
);

-- Signatures of operators under payouts. The signer verifies them with public keys that it has itself.
create table payout_approval (
  withdrawal_id text not null,
  operator text not null,
  -- Ed25519, in hexadecimal.
  signature text not null,
  signed_at timestamptz not null,
  -- What somebody else has stored in an operator's name keeps no place from them.
  primary key (withdrawal_id, operator, signature)
);

-- Assertions of the passkeys that customers approved withdrawals with. The signer verifies them over what it signs.
create table payout_assertion (
  customer_id text not null,
  withdrawal_id text not null,
  credential_id bytea not null check (octet_length(credential_id) <= 1023),
  client_data_json bytea not null check (octet_length(client_data_json) <= 4096),
  authenticator_data bytea not null check (octet_length(authenticator_data) <= 2048),
  signature bytea not null check (octet_length(signature) <= 1024),
  -- Of the WebAuthn challenge, which is derived from it and the payment.
  nonce bytea not null check (octet_length(nonce) = 32),
  primary key (customer_id, withdrawal_id),
  foreign key (customer_id, withdrawal_id) references crypto_transaction on delete cascade
);
create index payout_assertion_by_withdrawal on payout_assertion (withdrawal_id);

-- Orders to mint or burn tokens that we issue. The server checks the transaction; it has no key that could send it.
create table supply_order (
  id text primary key,
  kind text not null check (kind in ('mint', 'burn')),
  network_id int not null,
  amount numeric(38,0) not null check (amount > 0),
  -- Who gets the tokens of a mint, or whose tokens are burned.
  address text not null,
  -- Whether the tokens at the address are in the network's custody account.
  is_custody boolean not null,
  purpose text not null,
  ordered_by text not null,
  ordered_at timestamptz not null,
  status text not null check (status in ('pending approval', 'approved', 'sent', 'completed', 'cancelled')),
  -- Where the transfer from or to the issuer is.
  hash text,
  log_index int,
  block_height bigint,
  block_hash text,
  check ((status in ('sent', 'completed')) = (hash is not null))
);
-- A transaction is for one order.
create unique index supply_order_hash on supply_order (network_id, hash);
create index supply_order_sent on supply_order (network_id) where status = 'sent';
-- The primary key counts each operator once.
create table supply_approval (
  order_id text not null references supply_order,
  operator text not null,
  approved_at timestamptz not null,
  primary key (order_id, operator)
);

-- What the signer has signed for payouts that a restored database does not have: `after-restore` writes it, and booking the payout
-- moves it to signed_tx.
create table unbooked_payout (
  payout_id text not null,
  attempt int not null,
  network_id int not null,
  sender text not null,
  kind text not null check (kind in ('payout', 'cancellation')),
  nonce text not null,
  price text not null,
  raw text not null,
  hash text not null,
  signed_at timestamptz not null,
  recipient text not null,
  memo text not null,
  currency text not null references asset,
  amount numeric(38,0) not null check (amount > 0),
  primary key (payout_id, attempt)
);
create index unbooked_payout_to on unbooked_payout (network_id, recipient);
-- Who has approved that it was a customer's. Each operator counts once.
create table unbooked_payout_approval (
  payout_id text not null,
  customer_id text not null,
  operator text not null,
  approved_at timestamptz not null,
  primary key (payout_id, customer_id, operator)
);

-- Addresses that payouts leave or left from. A row is locked while one of its nonces is given out.
create table payout_sender (
  network_id int not null,
  sender text not null,
  primary key (network_id, sender)
);
-- One row for each nonce that was assigned, with the amount that it pays: a nonce can't be assigned twice. Deleted where the signer
-- rejects the payout, which frees the nonce.
create table payout_usage (
  network_id int not null,
  sender text not null,
  nonce text not null,
  withdrawal_id text not null,
  currency text not null,
  amount numeric(38,0) not null check (amount > 0),
  signed_at timestamptz not null,
  primary key (network_id, sender, nonce)
);
create index payout_usage_window on payout_usage (network_id, sender, currency, signed_at);

-- Fiat: deposits and withdrawals. Amounts are in each currency's own minor units.

create table fiat_deposit_terms (
  currency text primary key references asset,
  minimum numeric(38,0) not null check (minimum > 0),
  maximum numeric(38,0) not null check (maximum >= minimum),
  -- How far a credit may be from a declared deposit and still close it, in basis points of the declared amount.
  tolerance_bp int not null default 1000 check (tolerance_bp between 0 and 10000),
  -- How much correspondent banks may deduct, however small the deposit is.
  bank_charges numeric(38,0) not null default 0 check (bank_charges >= 0)
);
create table fiat_limit (
  account_type text not null,
  currency text not null references asset,
  minimum numeric(38,0) not null check (minimum > 0),
  daily numeric(38,0) not null check (daily >= minimum),
  monthly numeric(38,0) not null check (monthly >= daily),
  primary key (account_type, currency)
);
create table rail_fee (
  rail text not null,
  currency text not null references asset,
  fee numeric(38,0) not null check (fee >= 0),
  primary key (rail, currency)
);

create table fiat_transaction (
  id text not null,
  customer_id text not null references customer,
  wallet_id text not null,
  direction text not null check (direction in ('deposit', 'withdrawal')),
  currency text not null references asset,
  partner_id text not null,
  -- bank_line has each line once, so that one line credits one deposit.
  statement_line text,
  rail text,
  amount numeric(38,0) not null check (amount > 0),
  fee numeric(38,0) not null default 0 check (fee >= 0),
  -- Amount that the customer declared; amount is what arrived, once it has.
  declared numeric(38,0) check (declared > 0),
  -- Amount that a bank returned after the withdrawal was completed.
  returned numeric(38,0) check (returned > 0),
  bank_account_id text,
  -- The rejected deposit that a withdrawal sends back to its sender; null for a customer's own withdrawals.
  returns_deposit_id text,
  -- The id by which banks refer to the withdrawal. It is derived from the row's id.
  end_to_end_id text,
  -- The customer's remark, or the bank account as it was when the withdrawal was requested.
  details_sealed bytea,
  receipt_count int not null default 0,
  hold_reason text,
  due_at timestamptz,
  -- When the bank had the instruction.
  instructed_at timestamptz,
  risk text not null default 'low' check (risk in ('low', 'high')),
  status text not null,
  version int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  terms tsvector not null generated always as (search_terms(id, end_to_end_id, statement_line)) stored,
  primary key (customer_id, id),
  unique (customer_id, end_to_end_id),
  constraint fiat_transaction_return_check check (returns_deposit_id is null or direction = 'withdrawal'),
  unique (customer_id, partner_id, statement_line),
  foreign key (customer_id, wallet_id) references wallet_account,
  foreign key (customer_id, bank_account_id) references bank_account,
  foreign key (customer_id, returns_deposit_id) references fiat_transaction
);
create index fiat_transaction_by_id on fiat_transaction (id);
create index fiat_transaction_by_end_to_end_id on fiat_transaction (end_to_end_id) where end_to_end_id is not null;
create index fiat_transaction_by_status on fiat_transaction (customer_id, status, id);
create index fiat_transaction_by_currency on fiat_transaction (customer_id, currency, id);
create index fiat_transaction_to_pay on fiat_transaction (due_at)
  where direction = 'withdrawal' and status = 'to be processed';
create index fiat_transaction_to_instruct on fiat_transaction (id)
  where direction = 'withdrawal' and status = 'processing' and instructed_at is null;
create index fiat_transaction_to_account on fiat_transaction (bank_account_id) where bank_account_id is not null;
create index fiat_transaction_declared on fiat_transaction (customer_id, partner_id, currency)
  where direction = 'deposit' and status = 'to be confirmed';
-- A deposit is returned once: only a return that has failed makes room for another.
create unique index fiat_transaction_return on fiat_transaction (customer_id, returns_deposit_id)
  where returns_deposit_id is not null and status not in ('failed', 'cancelled', 'rejected');
create index fiat_transaction_returns on fiat_transaction (returns_deposit_id) where returns_deposit_id is not null;
create index fiat_transaction_terms on fiat_transaction using gin (terms) with (fastupdate = off);

-- A customer's proof of a wire. The file is sealed in the blob store.
create table fiat_receipt (
  customer_id text not null,
  transaction_id text not null,
  number int not null,
  type text not null check (type in ('JPG', 'PNG', 'PDF')),
  blob_key text not null,
  primary key (customer_id, transaction_id, number),
  foreign key (customer_id, transaction_id) references fiat_transaction
);
create index fiat_receipt_of_transaction on fiat_receipt (transaction_id);

-- Every line of every bank statement.
create table bank_line (
  partner_id text not null,
  -- The bank's id of the line.
  line text not null,
  kind text not null check (kind in ('credit', 'debit', 'return', 'refusal')),
  currency text references asset,
  amount numeric(38,0),
  -- The text of the line and the name of the sender.
  details_sealed bytea,
  -- Entity that the line belongs to; null until one is found.
  entity_id text,
  seen_at timestamptz not null,
  primary key (partner_id, line)
);
create index bank_line_waiting on bank_line (seen_at) where entity_id is null;

-- Auto-redemption: WUSD that arrives is redeemed and paid out

create table auto_redemption (
  customer_id text primary key references customer,
  is_on boolean not null,
  changed_at timestamptz not null
);
-- The deposit is the idempotency key: a run that is started again is the same run.
create table auto_redemption_run (
  deposit_id text not null,
  customer_id text not null,
  order_id text,
  withdrawal_id text,
  -- Why the run failed.
  stopped_because text,
  created_at timestamptz not null,
  ended_at timestamptz,
  status text not null generated always as (
    case when ended_at is null then 'processing' when stopped_because is null then 'completed' else 'failed' end) stored,
  terms tsvector not null generated always as (search_terms(deposit_id, order_id, withdrawal_id)) stored,
  primary key (customer_id, deposit_id),
  unique (customer_id, order_id),
  unique (customer_id, withdrawal_id),
  foreign key (customer_id, deposit_id) references crypto_transaction,
  foreign key (customer_id, order_id) references otc_order,
  foreign key (customer_id, withdrawal_id) references fiat_transaction
);
create index auto_redemption_run_by_deposit on auto_redemption_run (deposit_id);
create index auto_redemption_run_by_status on auto_redemption_run (customer_id, status, deposit_id);
create index auto_redemption_run_open on auto_redemption_run (deposit_id) where ended_at is null;
create index auto_redemption_run_terms on auto_redemption_run using gin (terms) with (fastupdate = off);

-- Sandbox: simulated providers of test mode

create table sandbox_identity (
  reference text primary key,
  outcome text not null check (outcome in ('approved', 'rejected', 'undecided')),
  reason_code text,
  decides_at timestamptz not null
);
create table sandbox_message (
  id text primary key,
  channel text not null,
  recipient text not null,
  subject text not null,
  body text not null,
  code text,
  at timestamptz not null
);
create index sandbox_message_newest on sandbox_message (recipient, id desc);
create table sandbox_transfer (
  position bigint generated always as identity primary key,
  network_id int not null,
  hash text not null,
  log_index int not null,
  address text not null,
  sender text not null default '',
  memo text,
  currency text not null,
  amount numeric(38,0) not null,
  at timestamptz not null default '-infinity',
  -- A fixed number; where it is null, confirmations come with time.
  confirmations int,
  is_gone boolean not null default false
);
create index sandbox_transfer_by_hash on sandbox_transfer (hash);
create table sandbox_broadcast (
  network_id int not null,
  hash text not null,
  raw text not null,
  at timestamptz not null,
  confirmations int,
  is_reverted boolean not null default false,
  primary key (network_id, hash)
);
create table sandbox_statement (
  position bigint generated always as identity primary key,
  partner_id text not null,
  line text not null,
  kind text not null default 'credit',
  end_to_end_id text,
  sender text not null default '',
  -- IBAN or account number of the sender, and the BIC of their bank.
  sender_account text not null default '',
  sender_bic text not null default '',
  reference text not null,
  currency text not null,
  amount numeric(38,0) not null,
  is_read boolean not null default false
);
create table sandbox_payment (
  end_to_end_id text primary key,
  partner_id text not null,
  currency text not null,
  amount numeric(38,0) not null,
  at timestamptz not null,
  outcome text check (outcome in ('settled', 'refused'))
);

-- Roles: wusd_app holds the privileges of the application's login, wusd_read those of the read-only login, wusd_signer those of the
-- login with which the signer reads what it is to sign.
-- Roles belong to the server: another database of the same server may have created them, even at this moment.

do $$ begin
  create role wusd_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  create role wusd_read nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  create role wusd_signer nologin;
exception when duplicate_object or unique_violation then null;
end $$;
grant wusd_app to current_user;
grant usage on schema public to wusd_app, wusd_read, wusd_signer;

-- Grants: tables whose rows are kept for ever, and are written once

grant select, insert on audit_log, state_log to wusd_app;
grant select, insert on
  customer_reference, derivation, fiat_receipt, network_fee, signed_tx, payout_approval, payout_assertion, supply_approval, unmatched_transfer,
  unbooked_payout_approval, reconciliation_run
to wusd_app;
grant select, insert, update (log_index, searched_at) on deposit_claim to wusd_app;

-- Grants: tables that only the migrator or the ledger's functions write

grant select on kysely_migration, kysely_migration_lock, migration_checksum to wusd_app;
grant select on asset, swap_terms, swap_limit, network_terms, withdrawal_limit to wusd_app;
grant select on fiat_deposit_terms, fiat_limit, rail_fee to wusd_app;
grant select on account, transfer, posting, posting_pending, leg, hold, hold_event to wusd_app;
grant select on chain_block, chain_member, chain_pending to wusd_app;
grant insert (id, owner, asset, kind, normal_side, may_go_negative, appends) on account to wusd_app;

-- After a restore, key indexes that may have been given out since are skipped.
grant select, update on sequence derivation_key_index_seq to wusd_app;

-- Grants: tables whose rows change and are kept

grant select, insert, update on
  data_key, operator_alert, feedback, feedback_attachment, blockchain_address, bank_account, otc_order, network_head,
  payout_sender, supply_order, bank_line, auto_redemption, auto_redemption_run, sandbox_payment
to wusd_app;

-- Grants: tables whose rows change and are deleted

grant select, insert, update, delete on
  clock, sealing_key, throttle, payout_hold, job_lease, job_failure, message,
  customer, customer_email, registration, event, notification, identity_check, verification_person, verification_document,
  verification_file, session, access_token, refresh_token, challenge, one_time_code,
  payout_order, payout_usage, unbooked_payout,
  authenticator_setup, recovery_code, passkey_credential, passkey, passkey_setup, password_reset, precheck, freeze_code,
  account_freeze, security_checkup, known_device,
  login_failure, factor_failure, access_failure,
  wallet_account, export_job, quote, scan_cursor, deposit_address, crypto_transaction, deposit_seen, fiat_transaction,
  sandbox_identity, sandbox_message, sandbox_transfer, sandbox_broadcast, sandbox_statement
to wusd_app;

-- Grants: the read-only login reads every table, now and later

grant select on all tables in schema public to wusd_read;
alter default privileges in schema public grant select on tables to wusd_read;

-- Grants: the signer reads what it signs, who approved it, which destinations and passkeys are saved, and which deposit addresses exist

grant select on payout_order, payout_approval to wusd_signer;
grant select on payout_assertion to wusd_signer;
grant select (customer_id, credential_id, public_key, created_at) on passkey to wusd_signer;
grant select (id, direction, network_id, address, memo, currency, amount) on crypto_transaction to wusd_signer;
grant select (network_id, address, memo, created_at) on blockchain_address to wusd_signer;
grant select (customer_id, key_index) on derivation to wusd_signer;
grant select (customer_id, network_id) on deposit_address to wusd_signer;
