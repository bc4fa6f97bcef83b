-- Hash of all fields of a transfer and its postings.
create or replace function ledger_digest(transfer) returns bytea
language sql stable set search_path from current as $$
  select sha256(convert_to(jsonb_build_array(
    $1.id, $1.kind, $1.entity_id, $1.reverses, to_char($1.event_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    (select jsonb_agg(jsonb_build_array(p.account_id, p.version, p.amount::text, p.balance_after::text) order by p.account_id, p.version)
      from posting p where p.transfer_id = $1.id)
  )::text, 'UTF8'))
$$;
