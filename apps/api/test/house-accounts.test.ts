import { expect, test } from 'vitest';
import { transact } from '../src/platform/database/database.ts';
import { readStatements } from '../src/domains/transfers/fiat/statements.ts';
import { runOperatorCommand } from '../src/domains/operations/commands.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { suspenseAccount } from '../src/ledger/ledger.ts';
import { startTwoNodes } from './harness.ts';

const { node } = await startTwoNodes();

test('the house’s own money on a bank’s statement is given to the desk once, and to nobody else', async () => {
  const { db, clock } = node.server.services;
  const desk = () =>
    db.selectFrom('account').select('posted').where('kind', '=', 'otc').where('asset', '=', 'AUD').executeTakeFirst();
  const before = BigInt((await desk())?.posted ?? 0);
  const line = 'HOUSE-1';
  const stock = (named: string | undefined): Promise<string> =>
    runOperatorCommand(node.server.services, ['stock', 'dbs'], { reason: undefined, operator: 'priya', line: named });
  await expect(stock(line)).rejects.toThrow('No line dbs HOUSE-1 waits');
  await expect(stock(undefined)).rejects.toThrow('--line names the line');
  await db
    .insertInto('sandbox_statement')
    .values({ partner_id: 'dbs', line, reference: 'TREASURY', currency: 'AUD', amount: '12345678' })
    .execute();
  await readStatements(node.server.services);
  expect(await stock(line)).toBe('123,456.78 AUD: the desk’s');
  expect(await stock(line)).toBe('123,456.78 AUD: was the desk’s before');
  expect(BigInt((await desk())?.posted ?? 0) - before).toBe(12_345_678n);
  const suspense = await transact(db, (trx) => suspenseAccount(trx, clock, 'dbs', 'AUD'));
  expect((await db.selectFrom('account').select('posted').where('id', '=', suspense).executeTakeFirst())?.posted).toBe(
    '0',
  );
  expect(await reconcile(node.server.services)).toEqual([]);
});
