import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { setTimeout as pass } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { reconcile } from '../../src/domains/operations/reconcile.ts';
import { rollUp } from '../../src/ledger/roll-up.ts';
import { askFiatWithdrawal, saveOldBankAccount } from '../../testing/fiat.ts';
import { expireLeases } from '../../testing/leases.ts';
import { startServerProcess } from '../../testing/process.ts';
import { createDraws, faultSeed } from '../../testing/seeded.ts';
import { createSwapCustomer, openSwaps } from '../../testing/swap-customers.ts';
import { createDatabase } from '../../testing/harness.ts';

const draw = createDraws(faultSeed);
const kills = Number(process.env['CRASH_KILLS'] ?? 2);
vi.setConfig({ testTimeout: Math.max(300_000, kills * 60_000) });
const database = await createDatabase();
const { services, close } = await openSwaps(database);
afterAll(close);
const { db } = services;
const wire = 20_000n;
/** A payout of 60.00 with the fee of 25.00. */
const paid = 6000n + 2500n;

test(`seed ${faultSeed}: a node killed ${kills} times while it reads statements and instructs banks credits each wire and pays each payout once`, async () => {
  const { id: customerId } = await createSwapCustomer(services, 0);
  const row = await db.selectFrom('customer').select('reference').where('id', '=', customerId).executeTakeFirst();
  const bankAccountId = await saveOldBankAccount(services, customerId);
  const isOver = async (): Promise<boolean> => {
    const open = await db
      .selectFrom('fiat_transaction')
      .select('id')
      .where('customer_id', '=', customerId)
      .where('status', 'in', ['to be processed', 'processing'])
      .executeTakeFirst();
    const unread = await db
      .selectFrom('sandbox_statement')
      .select('line')
      .where('is_read', '=', false)
      .executeTakeFirst();
    return !open && !unread;
  };
  const start = () => startServerProcess({ databaseUrl: database, env: { WUSD_SANDBOX_PACE: 'instant' } });
  const counted = async (): Promise<number> => (await db.selectFrom('bank_line').select('line').execute()).length;
  const readAccount = () =>
    db
      .selectFrom('account')
      .select(['posted', 'held'])
      .where('owner', '=', customerId)
      .where('asset', '=', 'SGD')
      .executeTakeFirst();
  const available = async (): Promise<bigint> => {
    const { posted, held } = (await readAccount()) ?? { posted: 0, held: 0 };
    return BigInt(posted) - BigInt(held);
  };

  for (let kill = 0; kill < kills; kill += 1) {
    await expireLeases(db);
    const child = await start();
    const ended = once(child.process, 'exit');
    const before = await counted();
    await db
      .insertInto('sandbox_statement')
      .values(
        Array.from({ length: 20 }, () => ({
          partner_id: 'dbs',
          line: randomUUID(),
          reference: row?.reference ?? '',
          currency: 'SGD',
          amount: wire.toString(),
        })),
      )
      .execute();
    await expect.poll(counted, { timeout: 30_000, interval: 5 }).toBeGreaterThan(before);
    const asked = kill === 0 ? 0 : 8;
    // Under load the node may have credited only two wires by now, and the payouts need four.
    await expect
      .poll(async () => (await available()) >= BigInt(asked) * paid, { timeout: 30_000, interval: 5 })
      .toBe(true);
    for (let index = 0; index < asked; index += 1)
      await askFiatWithdrawal(services, { customerId, bankAccountId, amount: '60.00' });
    await services.notifier.send('withdrawals');
    // The seed determines the moment. No assertion depends on its length.
    await pass(draw(`kill ${kill}`, 150));
    child.process.kill('SIGKILL');
    expect((await ended)[1]).toBe('SIGKILL');
  }
  await expireLeases(db);
  const last = await start();
  await expect.poll(isOver, { timeout: 60_000 }).toBe(true);
  await last.stop();

  await rollUp(db);
  expect(await reconcile(services)).toEqual([]);
  const payouts = await db
    .selectFrom('fiat_transaction')
    .select('status')
    .where('customer_id', '=', customerId)
    .where('direction', '=', 'withdrawal')
    .execute();
  expect(payouts.map(({ status }) => status)).toEqual(Array.from({ length: 8 * (kills - 1) }, () => 'completed'));
  expect(await readAccount()).toEqual({
    posted: String(BigInt(20 * kills) * wire - BigInt(payouts.length) * paid),
    held: '0',
  });
});
