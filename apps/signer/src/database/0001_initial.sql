-- Since when the signer has known a destination, by its own clock.
create table destination (
  network_id int not null,
  address text not null,
  -- Empty where there is none.
  memo text not null,
  first_seen_at timestamptz not null,
  primary key (network_id, address, memo)
);

-- Passkeys of customers, and since when the signer has known them, by its own clock.
create table credential (
  credential_id bytea primary key,
  -- COSE key (RFC 9052).
  public_key bytea not null,
  customer_id text not null,
  first_seen_at timestamptz not null
);

-- A WebAuthn challenge belongs to the payout that was first signed with its assertion.
create table passkey_challenge (
  -- SHA-256.
  challenge bytea primary key,
  payout_id text not null
);

-- A nonce belongs to the payout that was first signed with it.
create table nonce (
  network_id int not null,
  sender text not null,
  nonce text not null,
  payout_id text not null,
  primary key (network_id, sender, nonce)
);

-- What was signed.
create table signature (
  position bigint primary key,
  payout_id text not null,
  attempt int not null,
  network_id int not null,
  sender text not null,
  nonce text not null,
  kind text not null check (kind in ('payout', 'cancellation')),
  recipient text not null,
  memo text not null,
  currency text not null,
  amount numeric(38,0) not null check (amount > 0),
  price text not null,
  raw text not null,
  hash text not null,
  -- Names of the operators whose signatures were verified, sorted.
  operators text[] not null,
  -- The passkey whose assertion counted; null if there was none, or it was too new.
  credential_id bytea,
  signed_at timestamptz not null,
  -- SHA-256 of the row and of the digest before it.
  digest bytea not null,
  unique (payout_id, attempt)
);
create index signature_by_time on signature (currency, signed_at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The table % is append-only', tg_table_name;
end $$;
create trigger append_only before update or delete or truncate on signature for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on nonce for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on destination for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on credential for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on passkey_challenge for each statement execute function refuse_change();

-- Transfers between our own addresses: sweeps of deposit addresses to the payout address, and top-ups of their gas.
create table treasury_transfer (
  id bigint generated always as identity primary key,
  network_id int not null,
  kind text not null check (kind in ('sweep', 'top-up')),
  sender text not null,
  nonce bigint not null,
  recipient text not null,
  -- Of the deposit address.
  key_index bigint not null,
  -- What is swept, or what the top-up is for.
  currency text not null,
  -- Units of the token, or wei of a top-up.
  amount numeric(78,0) not null check (amount > 0),
  gas bigint not null,
  -- signed: it may be included. included: a block has it that is not final. The others are final; displaced: another one has the nonce.
  status text not null check (status in ('signed', 'included', 'completed', 'reverted', 'displaced')),
  -- Of the attempt that a block includes, and the height of the block.
  hash text,
  block bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Order in which transfers became final in a block: the product reads them in it.
  position bigint unique,
  unique (network_id, sender, nonce)
);
-- One at a time, whatever processes do at once: a second sweep would move what the first one has moved.
create unique index treasury_sweep_unfinished on treasury_transfer (network_id, key_index)
  where kind = 'sweep' and status in ('signed', 'included');
create unique index treasury_top_up_unfinished on treasury_transfer (network_id, key_index)
  where kind = 'top-up' and status in ('signed', 'included');
create index treasury_transfer_by_address on treasury_transfer (network_id, key_index, currency, id);
create index treasury_transfer_by_time on treasury_transfer (network_id, created_at) where kind = 'top-up';

-- Signed transactions of a transfer. All have its nonce, so that the network includes one of them at most.
create table treasury_attempt (
  transfer_id bigint not null references treasury_transfer,
  attempt int not null,
  price text not null,
  raw text not null,
  hash text not null unique,
  signed_at timestamptz not null,
  primary key (transfer_id, attempt)
);
create trigger append_only before update or delete or truncate on treasury_attempt for each statement execute function refuse_change();

-- How the treasury of a network is.
create table treasury_state (
  network_id int primary key,
  gas_account text not null,
  -- Top-ups that the gas account can pay for; null until a node has told.
  top_ups_left numeric(78,0),
  is_limit_reached boolean not null,
  -- Transfers that are not final after long.
  stuck int not null,
  -- End of the last round that succeeded, or of the first one if none has.
  succeeded_at timestamptz not null
);
