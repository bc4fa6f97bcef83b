import { type Kysely, sql } from 'kysely';

/**
 * Wrong codes are counted by account, factor and kind of device, whatever challenge they were tried with. None of the counters
 * references `customer`: they exist for accounts that do not, and a count must not wait for a customer's row lock.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* What a challenge counts against: a customer's id, or a blind index of the email address that a stranger named. */
    alter table challenge add column account text;

    create table factor_failure (
      account text not null,
      factor text not null check (factor in ('sms', 'email', 'authenticator', 'recovery code')),
      /* Whose allowance it is: 'device <hash>' of a known device, or a name shared by all other devices. */
      bucket text not null,
      failures int not null,
      available_at timestamptz not null,
      last_at timestamptz not null,
      primary key (account, factor, bucket)
    );

    create table known_device (
      customer_id text not null references customer,
      device_hash text not null,
      last_used_at timestamptz not null,
      primary key (customer_id, device_hash)
    );

    /* Failed attempts of the current window, one row for each kind. They move to audit_log when the window ends. */
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

    grant select, insert, update, delete on factor_failure, known_device, access_failure to wusd_app;
  `.execute(db);
}
