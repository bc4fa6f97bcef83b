-- Since when the signer has known a destination, by its own clock.
create table destination (
  network_id int not null,
  address text not null,
  -- Empty where there is none.
  memo text not null,
  first_seen_at timestamptz not null,
  primary key (network_id, address, memo)
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
