import { type Kysely, sql } from 'kysely';

/**
 * Rows that belong to a customer carry the customer's id first, so that a distributed PostgreSQL can shard by it.
 * Ledger rows are immutable: the application's role may read them and call ledger_post, nothing else.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table clock (id boolean primary key default true check (id), offset_ms bigint not null default 0);
    insert into clock default values;

    create table sealing_key (kid text primary key, public_jwk jsonb not null, private_sealed bytea not null, created_at timestamptz not null);

    create table customer (
      id text primary key,
      account_type text not null check (account_type in ('individual', 'corporate')),
      status text not null check (status in ('pending activation', 'active', 'frozen')),
      identity_status text not null check (identity_status in ('pending verification', 'verified', 'verification failed')),
      onboarded boolean not null,
      language text not null,
      email_index bytea not null unique,
      personal_sealed bytea not null,
      totp_sealed bytea,
      totp_last_step bigint,
      password_hash text not null,
      reference text not null unique,
      event_seq bigint not null default 0,
      created_at timestamptz not null
    );

    create table session (
      id text primary key,
      customer_id text not null references customer,
      device text not null,
      generation int not null default 0,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz,
      end_reason text check (end_reason in ('superseded', 'logout', 'refresh reused')),
      check ((ended_at is null) = (end_reason is null))
    );
    create unique index session_one_active on session (customer_id) where ended_at is null;

    create table access_token (hash bytea primary key, session_id text not null references session, expires_at timestamptz not null);
    create table refresh_token (
      hash bytea primary key,
      session_id text not null references session,
      generation int not null,
      expires_at timestamptz not null,
      rotated_at timestamptz,
      successor_sealed bytea,
      unique (session_id, generation)
    );

    create table challenge (
      id text primary key,
      customer_id text not null references customer,
      scene int not null,
      device text not null,
      tries int not null default 0,
      expires_at timestamptz not null,
      consumed_at timestamptz
    );
    create table one_time_code (
      challenge_id text not null references challenge,
      check_type int not null,
      code_hmac bytea not null,
      sent_at timestamptz not null,
      resends int not null default 0,
      expires_at timestamptz not null,
      primary key (challenge_id, check_type)
    );

    create table login_failure (
      account_index bytea not null,
      device text not null,
      failures int not null,
      paused_until timestamptz,
      last_at timestamptz not null,
      primary key (account_index, device)
    );
    create table throttle (key text primary key, window_start timestamptz not null, count int not null);

    create table message (
      id text primary key,
      channel text not null check (channel in ('email', 'sms')),
      sealed bytea not null,
      created_at timestamptz not null,
      sent_at timestamptz,
      attempts int not null default 0,
      due_at timestamptz not null
    );
    create index message_due on message (due_at) where sent_at is null;

    create table event (
      customer_id text not null references customer,
      seq bigint not null,
      type text not null,
      payload jsonb not null,
      session_id text,
      at timestamptz not null,
      primary key (customer_id, seq)
    );

    create table asset (code text primary key, scale int not null check (scale between 0 and 18));
    create table account (
      id text primary key,
      owner text not null,
      asset text not null references asset,
      kind text not null,
      normal_side text not null check (normal_side in ('debit', 'credit')),
      may_go_negative boolean not null,
      posted numeric(38,0) not null default 0,
      held numeric(38,0) not null default 0 check (held >= 0),
      version bigint not null default 0,
      unique (owner, asset, kind),
      check (may_go_negative or posted - held >= 0)
    );
    create table transfer (
      id text primary key,
      kind text not null,
      entity_id text not null,
      reverses text unique references transfer,
      event_time timestamptz not null
    );
    create table posting (
      account_id text not null references account,
      version bigint not null,
      transfer_id text not null references transfer,
      amount numeric(38,0) not null check (amount <> 0),
      balance_after numeric(38,0) not null,
      primary key (account_id, version)
    );
    create index posting_of_transfer on posting (transfer_id);

    create table wallet_account (
      id text primary key,
      customer_id text not null references customer,
      currency text not null references asset,
      account_id text not null unique references account,
      updated_at timestamptz not null,
      unique (customer_id, currency)
    );

    create table crypto_transaction (
      id text primary key,
      customer_id text not null references customer,
      wallet_id text not null references wallet_account,
      direction text not null check (direction in ('deposit', 'withdrawal')),
      currency text not null references asset,
      network_id int not null,
      hash text not null,
      amount numeric(38,0) not null check (amount > 0),
      status text not null,
      version int not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index crypto_transaction_of_customer on crypto_transaction (customer_id, id);
    create table deposit_seen (
      network_id int not null,
      hash text not null,
      log_index int not null,
      entity_id text not null,
      primary key (network_id, hash, log_index)
    );
    create table fiat_transaction (
      id text primary key,
      customer_id text not null references customer,
      wallet_id text not null references wallet_account,
      direction text not null check (direction in ('deposit', 'withdrawal')),
      currency text not null references asset,
      partner_id text not null,
      statement_line text not null,
      amount numeric(38,0) not null check (amount > 0),
      status text not null,
      version int not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (partner_id, statement_line)
    );
    create index fiat_transaction_of_customer on fiat_transaction (customer_id, id);
    create table deposit_address (
      customer_id text not null references customer,
      network_id int not null,
      address text not null,
      primary key (customer_id, network_id),
      unique (network_id, address)
    );
    create table scan_cursor (source text primary key, position bigint not null);
    create table state_log (
      entity_id text not null,
      version int not null,
      from_status text,
      to_status text not null,
      actor text not null,
      reason text,
      at timestamptz not null,
      primary key (entity_id, version)
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
      currency text not null,
      amount numeric(38,0) not null
    );
    create table sandbox_statement (
      position bigint generated always as identity primary key,
      partner_id text not null,
      line text not null,
      reference text not null,
      currency text not null,
      amount numeric(38,0) not null
    );
  `.execute(db);

  // One call, one transfer. Signed legs: debits positive, credits negative, and for each asset they sum to zero.
  // Accounts are updated in id order, so that two transfers over the same accounts can't deadlock.
  await sql`
    create function ledger_post(transfer_id text, kind text, entity_id text, event_time timestamptz, legs jsonb) returns boolean
    language plpgsql security definer set search_path from current as $$
    declare
      unbalanced text;
      leg record;
      found_kind text;
      found_entity text;
    begin
      insert into transfer (id, kind, entity_id, event_time) values (transfer_id, kind, entity_id, event_time) on conflict do nothing;
      if not found then
        select t.kind, t.entity_id into found_kind, found_entity from transfer t where t.id = transfer_id;
        if found_kind = kind and found_entity = entity_id then return false; end if;
        raise exception 'transfer % exists with another body', transfer_id using errcode = 'WL001';
      end if;

      if jsonb_array_length(legs) < 2 then raise exception 'a transfer has at least two legs' using errcode = 'WL002'; end if;

      select string_agg(coalesce(sums.asset, 'an unknown account'), ', ') into unbalanced from (
        select a.asset from jsonb_to_recordset(legs) as l(account text, amount numeric) left join account a on a.id = l.account
        group by a.asset having a.asset is null or sum(l.amount) <> 0
      ) sums;
      if unbalanced is not null then raise exception 'legs do not sum to zero: %', unbalanced using errcode = 'WL003'; end if;

      for leg in
        select l.account, sum(l.amount) as amount from jsonb_to_recordset(legs) as l(account text, amount numeric)
        group by l.account order by l.account
      loop
        with moved as (
          update account a set
            posted = a.posted + case a.normal_side when 'debit' then leg.amount else -leg.amount end,
            version = a.version + 1
          where a.id = leg.account
          returning a.id, a.version, a.posted
        )
        insert into posting (account_id, version, transfer_id, amount, balance_after)
          select moved.id, moved.version, ledger_post.transfer_id, leg.amount, moved.posted from moved;
      end loop;
      return true;
    end $$;
  `.execute(db);

  // The role the server works under. Creating it twice at once, for two databases of one server, is harmless.
  await sql`
    do $$ begin
      create role wusd_app nologin;
    exception when duplicate_object or unique_violation then null;
    end $$;
    grant wusd_app to current_user;
    grant usage on schema public to wusd_app;
    grant select, insert, update, delete on all tables in schema public to wusd_app;
    revoke insert, update, delete on transfer, posting, asset from wusd_app;
    revoke insert, update, delete on account from wusd_app;
    grant insert (id, owner, asset, kind, normal_side, may_go_negative) on account to wusd_app;
    revoke update, delete on state_log from wusd_app;
    revoke execute on function ledger_post from public;
    grant execute on function ledger_post to wusd_app;
  `.execute(db);
}
