import type { WalletClient } from '@wusd/api-sdk';
import { add } from '@wusd/api-sdk/money';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../src/platform/database/database.ts';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { readStatements } from '../src/domains/transfers/fiat/statements.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { placeOrder } from '../src/domains/exchange/otc/place.ts';
import { settleOrders } from '../src/domains/exchange/otc/settle.ts';
import { computeOffer, openQuote } from '../src/domains/exchange/otc/quotes.ts';
import { advance, clientOf, eventually, mei, signIn, startTwoNodes } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';

// A wrong credit is corrected by a second transfer that references the first.

const { node, other } = await startTwoNodes({ sandboxPace: 'manual' });
const { services } = node.server;
const { db, vault } = services;
let api: WalletClient;
beforeAll(async () => {
  api = clientOf(node, await signIn(node));
  await eventually(async () => ((await balance('SGD')) === '4310.80' ? true : undefined));
});
beforeEach(async () => {
  await advance(61, node, other);
  await db.deleteFrom('throttle').execute();
  api = clientOf(node, await signIn(node));
});
afterEach(async () => expect(await reconcile(services)).toEqual([]));

async function balance(currency: string): Promise<string> {
  return (await api.walletAccounts.list()).find((each) => each.currency === currency)?.available ?? '';
}
const operator = operatorOf(services);
const waitingLine = async (): Promise<string> =>
  eventually(async () => {
    await readStatements(services);
    return /\b[a-z][\w-]*:\S+/.exec(await operator('statement-lines'))?.[0];
  });

describe('a credit to the wrong customer', () => {
  const credited = async (amount: string): Promise<string> => {
    const before = await balance('SGD');
    const money = { currency: 'SGD' as const, amount };
    await node.api.sandbox.createEvent({
      type: 'bank-credit',
      subjectId: mei.username,
      money,
      outcome: 'no-reference',
    });
    const line = await waitingLine();
    await operator('match', mei.username, '--line', line);
    expect(await balance('SGD')).toBe(add(before, amount));
    return line;
  };
  const depositAt = async (line: string): Promise<string> =>
    (
      await db
        .selectFrom('bank_line')
        .select('entity_id')
        .where('line', '=', line.split(':')[1] ?? '')
        .executeTakeFirstOrThrow()
    ).entity_id ?? '';

  test('is reversed by one transfer, and its line can be matched to the right customer', async () => {
    const before = await balance('SGD');
    const line = await credited('61.00');
    const id = await depositAt(line);
    await expect(operator('reject', id, '--reason', 'not-yours')).rejects.toMatchObject({
      errorName: 'MOVE_NOT_ALLOWED',
    });
    await expect(operator('reverse-deposit', id, '--reason', 'no such')).rejects.toThrow("'no such' is invalid");
    const taken = await Promise.allSettled(
      [1, 2, 3].map(() => operator('reverse-deposit', id, '--reason', 'not-yours')),
    );
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balance('SGD')).toBe(before);
    const deposit = await api.fiatTransactions.get(id);
    expect(deposit.status).toBe('rejected');
    expect(deposit.timeline.map(({ status }) => status)).toEqual(['processing', 'completed', 'rejected']);
    const reversal = await db.selectFrom('transfer').selectAll().where('reverses', '=', `${id}:credit`).execute();
    expect(reversal).toMatchObject([{ kind: 'reversed fiat deposit', entity_id: id }]);

    await eventually(async () =>
      (await node.api.sandbox.mailbox(mei.username)).messages.some(({ subject }) => subject.includes('taken back'))
        ? true
        : undefined,
    );
    expect(await waitingLine()).toBe(line);
    await operator('match', 'somchai@demo.example', '--line', line);
    const theirs = await depositAt(line);
    expect(theirs).not.toBe(id);
    expect(await reconcile(services)).toEqual([]);
  });

  test('with a matching reference can be reversed and added to the desk as our own money', async () => {
    const before = await balance('SGD');
    const money = { currency: 'SGD' as const, amount: '47.00' };
    const { reference: line } = await node.api.sandbox.createEvent({
      type: 'bank-credit',
      subjectId: mei.username,
      money,
    });
    await eventually(async () => ((await balance('SGD')) === add(before, '47.00') ? true : undefined));
    await operator('reverse-deposit', await depositAt(`dbs:${line}`), '--reason', 'not-yours');
    expect(await balance('SGD')).toBe(before);
    expect(await operator('fund-desk', 'dbs', '--line', line)).toBe('47.00 SGD: added to the desk');
    expect(await operator('fund-desk', 'dbs', '--line', line)).toBe('47.00 SGD: was added to the desk before');
    await expect(operator('match', mei.username, '--line', `dbs:${line}`)).rejects.toThrow('is matched to desk');
  });

  test('that was spent meanwhile becomes a shortfall, and the account is frozen until an operator unfreezes it', async () => {
    const id = await depositAt(await credited('52.00'));
    const asked = { payCurrency: 'SGD', receiveCurrency: 'WUSD', payAmount: await balance('SGD') };
    const { id: customerId = '' } = (await findCustomerByEmail(db, vault, mei.username)) ?? {};
    const quote = await openQuote(services, customerId, await computeOffer(services, asked, customerId));
    await transact(db, (trx) => placeOrder(trx, services, customerId, quote.id));
    await settleOrders(services);
    await operator('reverse-deposit', id, '--reason', 'not-yours');
    const shortfall = await db
      .selectFrom('account')
      .select('posted')
      .where('kind', '=', 'shortfall')
      .where('asset', '=', 'SGD')
      .executeTakeFirstOrThrow();
    expect(shortfall.posted).toBe('5200');
    expect((await findCustomerByEmail(db, vault, mei.username))?.status).toBe('frozen');
    await operator('unfreeze', mei.username);
  });
});
