import type { FiatDeposit, FiatTransaction, WalletClient } from '@wusd/api-sdk';
import { add } from '@wusd/api-sdk/money';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { readStatements } from '../src/domains/transfers/fiat/statements.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { advance, availableOf, clientOf, eventually, mei, signIn, startTwoNodes } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';
import { declareDeposit, singapore, simulateWire, type WireOutcome } from '../testing/fiat-deposits.ts';

// Wires without a declaration: credited once to the customer whose reference they have.
// Without a reference, a person assigns them.

const { node, other } = await startTwoNodes({ sandboxPace: 'manual' });
const { services } = node.server;
const { db, vault } = services;
let api: WalletClient;
let reference = '';

async function signInAgain(): Promise<void> {
  api = clientOf(node, await signIn(node));
}
beforeAll(async () => {
  await signInAgain();
  ({ reference } = (await findCustomerByEmail(db, vault, mei.username)) ?? { reference: '' });
  await eventually(async () => ((await balance('SGD')) === '4310.80' ? true : undefined));
});
beforeEach(async () => {
  await advance(61, node, other);
  await db.deleteFrom('throttle').execute();
  await signInAgain();
});
afterEach(async () => expect(await reconcile(services)).toEqual([]));

const balance = (currency: string): Promise<string> => availableOf(api, currency);
const declare = (deposit: FiatDeposit): Promise<FiatTransaction> => declareDeposit(api, deposit);
const wire = (subjectId: string, outcome?: WireOutcome) => simulateWire(node, subjectId, outcome);
const operator = operatorOf(services);
const waitingLine = async (): Promise<string> =>
  eventually(async () => {
    await readStatements(services);
    return /\b[a-z][\w-]*:\S+/.exec(await operator('statement-lines'))?.[0];
  });

describe('an undeclared wire', () => {
  test.each([
    ['as it was given', (text: string) => text],
    ['in the middle of a sentence', (text: string) => `Invoice 44 ${text} thanks`],
    ['as a bank has spaced it', (text: string) => `/ROC/${text.toLowerCase().replaceAll(/(.{3})/g, '$1 ')}//`],
  ])('with its customer’s reference %s is credited', async (_, spell) => {
    const before = await balance('GBP');
    await db
      .insertInto('sandbox_statement')
      .values({
        partner_id: 'lu',
        line: `L${Math.random()}`,
        reference: spell(reference),
        currency: 'GBP',
        amount: '1234',
      })
      .execute();
    await eventually(async () => ((await balance('GBP')) === add(before, '12.34') ? true : undefined));
    const { items } = await api.fiatTransactions.search({ filter: { direction: 'deposit', currency: 'GBP' } });
    expect(items[0]).toMatchObject({
      status: 'completed',
      partnerId: 'lu',
      receivingAccount: 'Banque de la Moselle •••• 0000',
    });
  });

  test('without a reference waits for a person, who assigns it to a customer once', async () => {
    const before = await balance('SGD');
    await node.api.sandbox.createEvent({
      type: 'bank-credit',
      subjectId: mei.username,
      money: { currency: 'SGD', amount: '77.00' },
      outcome: 'no-reference',
    });
    const line = await waitingLine();
    expect(await operator('statement-lines')).toContain('Savings');
    expect(await balance('SGD')).toBe(before);
    await expect(operator('match', mei.username, '--line', 'dbs:NONE')).rejects.toThrow('There is no credit');
    const matched = await Promise.allSettled([1, 2, 3].map(() => operator('match', mei.username, '--line', line)));
    expect(matched.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balance('SGD')).toBe(add(before, '77.00'));
    await expect(operator('fund-desk', 'dbs', '--line', line.split(':')[1] ?? '')).rejects.toThrow(
      'is matched to ftx_',
    );
  });

  test('can be matched to a declaration', async () => {
    const { id } = await declare(singapore('88.00'));
    await wire(id, 'no-reference');
    const line = await waitingLine();
    await operator('match', id, '--line', line);
    expect((await api.fiatTransactions.get(id)).status).toBe('completed');
    await expect(operator('match', id, '--line', line)).rejects.toThrow('is matched to ftx_');
  });

  test('that names two customers is credited to neither', async () => {
    const somchai = await findCustomerByEmail(db, vault, 'somchai@demo.example');
    await db
      .insertInto('sandbox_statement')
      .values({
        partner_id: 'dbs',
        line: 'TWO',
        reference: `${reference} ${somchai?.reference}`,
        currency: 'SGD',
        amount: '100',
      })
      .execute();
    expect(await waitingLine()).toBe('dbs:TWO');
    await operator('fund-desk', 'dbs', '--line', 'TWO');
  });
});

test('a line read repeatedly, by two nodes at once and out of order, is processed once', async () => {
  const before = await balance('SGD');
  const lines = ['C', 'A', 'B', 'A', 'C', 'A'];
  for (const line of lines)
    await db
      .insertInto('sandbox_statement')
      .values({ partner_id: 'dbs', line: `TWICE-${line}`, reference, currency: 'SGD', amount: '1000' })
      .execute();
  await Promise.all([node, other, node, other].map(({ server }) => readStatements(server.services)));
  await eventually(async () => ((await balance('SGD')) === add(before, '30.00') ? true : undefined));
  await readStatements(services);
  expect(await balance('SGD')).toBe(add(before, '30.00'));
});
