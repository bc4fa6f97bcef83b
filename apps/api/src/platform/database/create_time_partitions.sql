-- Makes the partitions of the month of a moment and of the three months after it, for each table that is partitioned by time.
-- Rows of such a month that went to the default partition move to its own. Returns how many partitions were made.
create or replace function create_time_partitions(moment timestamptz) returns int
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  parent text;
  partition text;
  month timestamp;
  made int := 0;
begin
  -- The caller has no other right to create tables: what it can make must be bounded.
  if moment < '2000-01-01' or moment >= '2200-01-01' then
    raise exception 'no partitions are made for %', moment using errcode = 'invalid_parameter_value';
  end if;
  foreach parent in array array['event', 'audit_log'] loop
    for ahead in 0..3 loop
      month := date_trunc('month', moment at time zone 'UTC') + make_interval(months => ahead);
      partition := format('%s_%s', parent, to_char(month, 'YYYY_MM'));
      continue when exists (select from pg_class where relnamespace = 'public'::regnamespace and relname = partition);
      -- Nodes that do so at once take turns, and the later one finds the partition. to_regclass would answer from a stale cache.
      perform pg_advisory_xact_lock(440002);
      continue when exists (select from pg_class where relnamespace = 'public'::regnamespace and relname = partition);
      -- Nobody adds a row of the month to the default partition meanwhile.
      execute format('lock table public.%I in access exclusive mode', parent || '_default');
      execute format('create table public.%I (like public.%I including defaults including constraints)', partition, parent);
      execute format(
        'with moved as (delete from public.%I where at >= %L and at < %L returning *) insert into public.%I select * from moved',
        parent || '_default', month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC', partition
      );
      execute format(
        'alter table public.%I attach partition public.%I for values from (%L) to (%L)',
        parent, partition, month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC'
      );
      made := made + 1;
    end loop;
  end loop;
  return made;
end $$;

-- Runs with its owner's privileges: only roles that it is granted to may call it.
revoke execute on function create_time_partitions from public;
grant execute on function create_time_partitions to wusd_app;
