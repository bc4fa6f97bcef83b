-- Balance of an account at a point in time. Versions follow event time, so that a binary search works.
create or replace function balance_at(of_account text, at timestamptz) returns numeric
language plpgsql stable set search_path from current as $$
declare
  low bigint := 0;
  high bigint;
  middle bigint;
  is_before boolean;
begin
  select version into high from account where id = of_account;
  while low < high loop
    middle := (low + high + 1) / 2;
    select t.event_time <= at into is_before
      from posting p join transfer t on t.id = p.transfer_id where p.account_id = of_account and p.version = middle;
    if is_before then low := middle; else high := middle - 1; end if;
  end loop;
  return coalesce((select balance_after from posting p where p.account_id = of_account and p.version = low), 0);
end $$;
