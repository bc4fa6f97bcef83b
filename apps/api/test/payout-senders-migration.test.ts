import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { migrate } from '../src/platform/database/database.ts';
import { type SignedTables, up } from '../src/platform/database/migrations/0028_payout_senders.ts';
import { createDatabase } from './harness.ts';

// What was signed before payouts had a sender is followed under the sender that its signature names.

const [old, next] = [privateKeyToAccount(`0x${'51'.repeat(32)}`), privateKeyToAccount(`0x${'52'.repeat(32)}`)];

test('payouts of before belong to the address that signed them, and each address goes on from its own nonces', async () => {
  const url = await createDatabase();
  await migrate(url);
  const db = new Kysely<SignedTables>({
    // One connection: foreign keys are not checked on it.
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
  });
  try {
    await sql`
      set session_replication_role = replica;
      drop table payout_usage;
      drop index signed_tx_nonce;
      alter table signed_tx drop column sender, drop column kind;
      create index signed_tx_nonce on signed_tx (network_id, nonce);
      drop table payout_nonce;
      create table payout_nonce (network_id int primary key, next bigint not null);
      insert into payout_nonce values (8, 3), (3, 7);
    `.execute(db);
    const signed = async (account: typeof old, nonce: number): Promise<string> =>
      account.signTransaction({
        type: 'eip1559',
        chainId: 8453,
        nonce,
        to: old.address,
        gas: 21_000n,
        maxFeePerGas: 1n,
      });
    const rows: [string, number, number, number, string][] = [
      ['ctx_a', 8, 0, 1, await signed(old, 0)],
      ['ctx_b', 8, 1, 1, await signed(old, 1)],
      ['ctx_b', 8, 1, 2, await signed(old, 1)],
      ['ctx_c', 8, 2, 1, await signed(next, 2)],
      ['ctx_d', 3, 6, 1, '{"nonce":"6"}'],
    ];
    for (const [id, networkId, nonce, attempt, raw] of rows) {
      await sql`
        insert into signed_tx (withdrawal_id, network_id, nonce, raw, hash, signed_at, attempt)
        values (${id}, ${networkId}, ${nonce}, ${raw}, ${`${id}/${attempt}`}, now(), ${attempt})
      `.execute(db);
      await sql`
        insert into crypto_transaction
          (id, customer_id, wallet_id, direction, currency, network_id, amount, status, version, created_at, updated_at)
        values (${id}, 'usr', 'wal', 'withdrawal', 'WUSD', ${networkId}, 5, 'processing', 1, now(), now())
        on conflict do nothing
      `.execute(db);
    }
    await up(db);
    const { rows: senders } = await sql`select withdrawal_id, attempt, sender from signed_tx order by 1, 2`.execute(db);
    expect(senders).toEqual([
      { withdrawal_id: 'ctx_a', attempt: 1, sender: old.address },
      { withdrawal_id: 'ctx_b', attempt: 1, sender: old.address },
      { withdrawal_id: 'ctx_b', attempt: 2, sender: old.address },
      { withdrawal_id: 'ctx_c', attempt: 1, sender: next.address },
      { withdrawal_id: 'ctx_d', attempt: 1, sender: '' },
    ]);
    const { rows: nonces } = await sql`select * from payout_nonce order by network_id, next`.execute(db);
    expect(nonces).toEqual([
      { network_id: 3, sender: '', next: '7' },
      { network_id: 8, sender: old.address, next: '2' },
    ]);
    const { rows: usage } =
      await sql`select nonce, sender from payout_usage where network_id = 8 order by nonce`.execute(db);
    expect(usage).toEqual([
      { nonce: '0', sender: old.address },
      { nonce: '1', sender: old.address },
      { nonce: '2', sender: next.address },
    ]);
  } finally {
    await db.destroy();
  }
});
