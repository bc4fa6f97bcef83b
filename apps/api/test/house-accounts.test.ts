import { expect, test } from 'vitest';
import { transact } from '../src/platform/database/database.ts';
import { readStatements } from '../src/domains/transfers/fiat/statements.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { suspenseAccount } from '../src/ledger/ledger.ts';
import { startTwoNodes } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';

const { node } = await startTwoNodes();

test('a statement credit of our own money is added to the desk once', async () => {
  const { db, clock } = node.server.services;
  const desk = () =>
    db.selectFrom('account').select('posted').where('kind', '=', 'otc').where('asset', '=', 'AUD').executeTakeFirst();
  const before = BigInt((await desk())?.posted ?? 0);
  const line = 'HOUSE-1';
  const fundDesk = (...options: string[]): Promise<string> =>
    operatorOf(node.server.services)('fund-desk', 'dbs', ...options);
  await expect(fundDesk('--line', line)).rejects.toThrow('There is no credit dbs:HOUSE-1');
  await expect(fundDesk()).rejects.toThrow("'--line <line>' not specified");
  await db
    .insertInto('sandbox_statement')
    .values({ partner_id: 'dbs', line, reference: 'TREASURY', currency: 'AUD', amount: '12345678' })
    .execute();
  await readStatements(node.server.services);
  expect(await fundDesk('--line', line)).toBe('123,456.78 AUD: added to the desk');
  expect(await fundDesk('--line', line)).toBe('123,456.78 AUD: was added to the desk before');
  expect(BigInt((await desk())?.posted ?? 0) - before).toBe(12_345_678n);
  const suspense = await transact(db, (trx) => suspenseAccount(trx, clock, 'dbs', 'AUD'));
  expect((await db.selectFrom('account').select('posted').where('id', '=', suspense).executeTakeFirst())?.posted).toBe(
    '0',
  );
  expect(await reconcile(node.server.services)).toEqual([]);
});
