-- Version of an account's last posting before a point in time, 0 if there is none: every posting after it belongs to later.
-- Clocks of nodes differ, so a posting can be a little earlier than one before it. A binary search finds a posting that is more
-- than that difference earlier, and the rest is read one by one. The answer for a time that has passed never changes.
create or replace function version_before(of_account text, at timestamptz) returns bigint
language plpgsql stable set search_path from current as $$
declare
  clock_difference constant interval := '1 minute';
  low bigint := 0;
  high bigint;
  middle bigint;
  is_before boolean;
begin
  select version into high from account where id = of_account;
  while low < high loop
    middle := (low + high + 1) / 2;
    select t.event_time < at - clock_difference into is_before
      from posting p join transfer t on t.id = p.transfer_id where p.account_id = of_account and p.version = middle;
    if is_before then low := middle; else high := middle - 1; end if;
  end loop;
  loop
    select t.event_time < at into is_before
      from posting p join transfer t on t.id = p.transfer_id where p.account_id = of_account and p.version = low + 1;
    exit when is_before is not true;
    low := low + 1;
  end loop;
  return low;
end $$;
