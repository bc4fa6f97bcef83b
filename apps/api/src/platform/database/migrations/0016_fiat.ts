import { type Kysely, sql } from 'kysely';

/** Fiat: deposits that customers declare, withdrawals to banks, and every line that banks say, each taken once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table fiat_transaction alter column statement_line drop not null;
    alter table fiat_transaction
      add column rail text,
      add column fee numeric(38,0) not null default 0 check (fee >= 0),
      /* What its customer said was wired; amount is what arrived, once it has. */
      add column declared numeric(38,0) check (declared > 0),
      /* What came back of a withdrawal that was completed. */
      add column returned numeric(38,0) check (returned > 0),
      add column bank_account_id text references bank_account,
      /* By which banks name it in what they say of it. */
      add column end_to_end_id text unique,
      /* The customer's remark, or where a withdrawal goes as it was when it was asked for. */
      add column details_sealed bytea,
      add column receipt_count int not null default 0,
      add column hold_reason text,
      add column due_at timestamptz,
      /* When its bank had the instruction. */
      add column instructed_at timestamptz,
      add column risk text not null default 'low' check (risk in ('low', 'high'));
    create index fiat_transaction_to_pay on fiat_transaction (due_at) where direction = 'withdrawal' and status = 'to be processed';
    create index fiat_transaction_to_instruct on fiat_transaction (id)
      where direction = 'withdrawal' and status = 'processing' and instructed_at is null;
    create index fiat_transaction_to_account on fiat_transaction (bank_account_id) where bank_account_id is not null;
    create index fiat_transaction_declared on fiat_transaction (customer_id, partner_id, currency)
      where direction = 'deposit' and status = 'to be confirmed';
    grant select, insert, update on fiat_transaction to wusd_app;

    /* A customer's proof of a wire, kept sealed where blobs are. */
    create table fiat_receipt (
      transaction_id text not null references fiat_transaction,
      number int not null,
      type text not null check (type in ('JPG', 'PNG', 'PDF')),
      blob_key text not null,
      primary key (transaction_id, number)
    );
    grant select, insert on fiat_receipt to wusd_app;

    create table bank_line (
      partner_id text not null,
      /* The bank's own id of it. */
      line text not null,
      kind text not null check (kind in ('credit', 'debit', 'return', 'refusal')),
      currency text references asset,
      amount numeric(38,0),
      /* What was written beside it, and by whom. */
      details_sealed bytea,
      /* What it is of; null until somebody says so. */
      entity_id text,
      seen_at timestamptz not null,
      primary key (partner_id, line)
    );
    create index bank_line_waiting on bank_line (seen_at) where entity_id is null;
    grant select, insert, update on bank_line to wusd_app;
    insert into bank_line (partner_id, line, kind, currency, amount, entity_id, seen_at)
      select partner_id, statement_line, 'credit', currency, amount, id, created_at from fiat_transaction;
    insert into bank_line (partner_id, line, kind, currency, amount, entity_id, seen_at)
      select split_part(t.id, ':', 2), t.entity_id, 'credit', a.asset, -p.amount, s.id, t.event_time
      from transfer t join leg p on p.transfer_id = t.id join account a on a.id = p.account_id and a.kind = 'suspense'
      left join transfer s on s.id = 'stock:' || split_part(t.id, ':', 2) || ':' || t.entity_id
      where t.kind = 'unmatched credit'
      on conflict do nothing;

    /* In each currency's own minor units. */
    create table rail_fee (rail text not null, currency text not null references asset, fee numeric(38,0) not null check (fee >= 0), primary key (rail, currency));
    create table fiat_limit (
      account_type text not null,
      currency text not null references asset,
      minimum numeric(38,0) not null check (minimum > 0),
      daily numeric(38,0) not null check (daily >= minimum),
      monthly numeric(38,0) not null check (monthly >= daily),
      primary key (account_type, currency)
    );
    create table fiat_deposit_terms (
      currency text primary key references asset,
      minimum numeric(38,0) not null check (minimum > 0),
      maximum numeric(38,0) not null check (maximum >= minimum)
    );
    revoke insert, update, delete on rail_fee, fiat_limit, fiat_deposit_terms from wusd_app;
    grant select on rail_fee, fiat_limit, fiat_deposit_terms to wusd_app;

    alter table sandbox_statement
      add column kind text not null default 'credit',
      add column end_to_end_id text,
      add column sender text not null default '',
      add column is_read boolean not null default false;
    update sandbox_statement set is_read = true
      where position <= coalesce((select position from scan_cursor where source = 'bank'), 0);
    delete from scan_cursor where source = 'bank';
    create table sandbox_payment (
      end_to_end_id text primary key,
      partner_id text not null,
      currency text not null,
      amount numeric(38,0) not null,
      at timestamptz not null,
      outcome text check (outcome in ('settled', 'refused'))
    );
    grant select, insert, update on sandbox_payment, sandbox_statement to wusd_app;
  `.execute(db);
}
