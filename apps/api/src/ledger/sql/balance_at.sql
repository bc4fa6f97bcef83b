-- Balance of an account at a moment. Versions follow event time, so that a binary search finds the last posting until then.
create or replace function balance_at(of_account text, at timestamptz) returns numeric
language plpgsql stable set search_path from current as $$
declare
  of_owner text;
  low bigint := 0;
  high bigint;
  middle bigint;
  is_before boolean;
begin
  select owner, version into of_owner, high from account where id = of_account;
  while low < high loop
    middle := (low + high + 1) / 2;
    select t.event_time <= at into is_before
      from posting p join transfer t on t.id = p.transfer_id
      where p.owner = of_owner and p.account_id = of_account and p.version = middle;
    if is_before then low := middle; else high := middle - 1; end if;
  end loop;
  return coalesce((select balance_after from posting p where p.owner = of_owner and p.account_id = of_account and p.version = low), 0);
end $$;
