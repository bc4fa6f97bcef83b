import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transact } from '../src/database/database.ts';
import { createCustomer } from '../src/domains/customers/customers.ts';
import { reconcile } from '../src/domains/operators/reconcile.ts';
import { expireOrders, settleOrders } from '../src/domains/otc/orders.ts';
import { custodyAccount, post } from '../src/ledger/ledger.ts';
import { createDatabase, type Node, startNode } from './harness.ts';

const kills = Number(process.env['CRASH_KILLS'] ?? 5);
const funded = 10n ** 24n;

/** A verified customer with a million WUSD. */
async function createFunded({ server: { services } }: Node, index: number): Promise<string> {
  const { db, clock, vault } = services;
  return transact(db, async (trx) => {
    const email = `load-${index}@demo.example`;
    const id = await createCustomer(trx, clock, vault, {
      accountType: 'individual',
      status: 'active',
      identityStatus: 'verified',
      onboarded: true,
      language: 'en_US',
      email,
      phone: '+6581234567',
      fullName: 'Load Customer',
      identity: {
        fullName: 'Load Customer',
        gender: 'female',
        nationality: 'SG',
        residence: 'SG',
        idType: 'passport',
        idNumber: `K000000${index}`,
        residentialAddress: { addressLine: '1 Raffles Place', city: 'Singapore', postalCode: '048616' },
      },
      passwordHash: 'none',
    });
    const { account_id: account } = await trx
      .selectFrom('wallet_account')
      .select('account_id')
      .where('customer_id', '=', id)
      .where('currency', '=', 'WUSD')
      .executeTakeFirstOrThrow();
    await post(trx, {
      id: `fund:${id}`,
      kind: 'load',
      entityId: id,
      eventTime: clock.now(),
      legs: [
        { account: await custodyAccount(trx, clock, 3, 'WUSD'), amount: funded },
        { account, amount: -funded },
      ],
    });
    return id;
  });
}

test(`a node that is killed ${kills} times under load loses nothing, doubles nothing, and leaves nothing half done`, async () => {
  const database = await createDatabase();
  await using node = await startNode(database);
  const { services } = node.server;
  const customers: string[] = [];
  for (let index = 0; index < 4; index += 1) customers.push(await createFunded(node, index));

  const placed: string[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const before = placed.length;
    const child = spawn(process.execPath, [join(import.meta.dirname, '../testing/swap-load.ts'), ...customers], {
      env: {
        ...process.env,
        FORCE_COLOR: undefined,
        NODE_OPTIONS: '',
        PORT: '0',
        DATABASE_URL: database,
        WUSD_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
    const ended = once(child, 'exit');
    await expect.poll(() => printed.split('placed ').length, { timeout: 30_000 }).toBeGreaterThan(10);
    // At whatever moment: that is the point, and nothing waits for it to be long enough.
    await pass(randomInt(400));
    child.kill('SIGKILL');
    expect((await ended)[1]).toBe('SIGKILL');
    placed.push(...[...printed.matchAll(/^placed (\S+)$/gm)].map(([, id]) => id ?? ''));
    expect(placed.length).toBeGreaterThan(before);
  }

  // Whoever lives on finishes what was begun.
  for (const { id } of await services.db
    .selectFrom('otc_order')
    .select('id')
    .where('status', '=', 'pending approval')
    .execute())
    await services.db.updateTable('otc_order').set({ due_at: services.clock.now() }).where('id', '=', id).execute();
  await expireOrders(services);
  await settleOrders(services);
  expect(await reconcile(services)).toEqual([]);

  const orders = await services.db.selectFrom('otc_order').select(['id', 'status']).execute();
  const known = new Set(orders.map(({ id }) => id));
  expect(placed.filter((id) => !known.has(id))).toEqual([]);
  const ends = new Set(['completed', 'order cancelled', 'rate expired']);
  expect(orders.filter(({ status }) => !ends.has(status))).toEqual([]);
  // Swaps are one to one: what all have, with what was charged, is what all were given. Cents are the coarser minor unit.
  const { rows } = await sql<{ total: string; held: string }>`
    select sum(posted * case asset when 'USD' then 10000000000000000 else 1 end)::text as total, sum(held)::text as held
    from account where (kind = 'cust' and owner = any(${customers})) or kind = 'fee'
  `.execute(services.db);
  expect(rows).toEqual([{ total: String(funded * BigInt(customers.length)), held: '0' }]);
}, 600_000);
