import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FiatTransaction, WalletClient } from '@wusd/api-sdk';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { acceptFiatWithdrawals, instructBanks } from '../src/domains/transfers/fiat/pay-withdrawals.ts';
import { readStatements } from '../src/domains/transfers/fiat/statements.ts';
import { openDetails } from '../src/domains/transfers/fiat/transactions.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { createFolderStore } from '../src/gateways/banks/folder.ts';
import { createBanks } from '../src/gateways/banks/index.ts';
import { complaintsOf, readPayment } from '../testing/file-bank.ts';
import { clientOf, delivered, eventually, fundedDemoCustomer, signIn, startTwoNodes } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';
import { rejectedWire } from '../testing/returns.ts';
import { present } from '@wusd/server-kit/testing/present';

// A rejected wire is returned once to its sender's account, as a regular payout.

const { node, other } = await startTwoNodes({ sandboxPace: 'manual' });
const { services } = node.server;
const { db } = services;
const operator = operatorOf(services);
const there = operatorOf(other.server.services);
await fundedDemoCustomer(node);
let api: WalletClient;
beforeEach(async () => {
  await db.deleteFrom('throttle').execute();
  api = clientOf(node, await signIn(node));
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await reconcile(services)).toEqual([]);
});

const why = ['--why', 'source of funds'] as const;
const order = async (id: string, amount: string): Promise<string> => {
  const said = await operator('return-deposit', id, ...why, '--confirm', amount);
  return /Ordered as (ftx_\w+)/.exec(said)?.[1] ?? '';
};
const rounds = async (): Promise<void> => {
  for (const { server } of [node, other]) {
    await readStatements(server.services);
    await acceptFiatWithdrawals(server.services);
    await instructBanks(server.services);
  }
};
const rowOf = (id: string) =>
  db.selectFrom('fiat_transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const until = (id: string, status: string) =>
  eventually(async () => {
    await rounds();
    const row = await rowOf(id);
    return row.status === status && (status !== 'processing' || row.instructed_at) ? row : undefined;
  });
/** Approves the return, as these senders are high risk, and waits until the bank has it. */
async function sent(id: string): Promise<void> {
  await eventually(async () => {
    await rounds();
    return (await rowOf(id)).hold_reason === 'high-risk' ? true : undefined;
  });
  await operator('approve', id);
  await until(id, 'processing');
}
const happen = (type: 'settlement' | 'refusal' | 'bank-return', subjectId: string, outcome?: 'shortfall') =>
  node.api.sandbox.createEvent({ type, subjectId, ...(outcome && { outcome }) });
/** The balance of an internal account minus its holds, in minor units. */
async function balanceOf(owner: string, asset = 'SGD'): Promise<bigint> {
  const row = await db
    .selectFrom('account')
    .select(['posted', 'held'])
    .where('owner', '=', owner)
    .where('asset', '=', asset)
    .executeTakeFirst();
  return BigInt(row?.posted ?? 0) - BigInt(row?.held ?? 0);
}
const suspense = (): Promise<bigint> => balanceOf('suspense:dbs');
const steps = ({ timeline }: FiatTransaction): string[] =>
  timeline.map(({ status, actor, reason = '' }) => `${status} ${actor} ${reason}`);

describe('a rejected wire', () => {
  test('is previewed and returned to its account minus the SWIFT fee', async () => {
    const id = await rejectedWire(node);
    const before = { suspense: await suspense(), bank: await balanceOf('bank:dbs') };
    expect(await operator('return-deposit', id, ...why)).toBe(
      `${id}: 475.00 SGD goes back to Blocked Trading Ltd, SG •••• 5678 by SWIFT from dbs, less the fee of 25.00 SGD. The recipient is high risk: the return waits for an approval. To send it, add --confirm 475.`,
    );
    const returnId = await order(id, '475.00');
    expect(await suspense()).toBe(before.suspense - 50_000n);
    await sent(returnId);
    await happen('settlement', returnId);
    await until(returnId, 'completed');
    expect(await suspense()).toBe(before.suspense - 50_000n);
    expect(await balanceOf('bank:dbs')).toBe(before.bank - 47_500n);
    const transfers = await db
      .selectFrom('transfer')
      .innerJoin('leg', 'leg.transfer_id', 'transfer.id')
      .innerJoin('account', 'account.id', 'leg.account_id')
      .select(['transfer.kind as of', 'account.kind', 'leg.amount'])
      .where('transfer.entity_id', '=', returnId)
      .execute();
    expect(transfers.map(({ of, kind, amount }) => `${of}: ${kind} ${amount}`).toSorted()).toEqual([
      'fiat return settled: bank -47500',
      'fiat return settled: clr.out 47500',
      'fiat return: clr.out -47500',
      'fiat return: fee -2500',
      'fiat return: suspense 50000',
    ]);
    const deposit = await api.fiatTransactions.get(id);
    expect(deposit.status).toBe('rejected');
    expect(steps(deposit).slice(-2)).toEqual([
      'rejected Operations We’re sending it back to where it came from.',
      'rejected system It was sent back to where it came from.',
    ]);
    await delivered(node);
    const { items: told } = await api.notifications.list();
    expect(told.find(({ subject }) => subject?.id === id)).toMatchObject({ title: 'Your deposit was sent back' });
  });

  test('has a return that its customer can neither read nor cancel', async () => {
    const returnId = await order(await rejectedWire(node), '475.00');
    await expect(api.fiatTransactions.get(returnId)).rejects.toMatchObject({ errorName: 'NOT_FOUND' });
    await expect(api.fiatTransactions.cancel(returnId)).rejects.toMatchObject({ errorName: 'NOT_FOUND' });
    const { items } = await api.fiatTransactions.search({ filter: { direction: 'withdrawal' } });
    expect(items.map(({ id }) => id)).not.toContain(returnId);
    await operator('reject', returnId, '--reason', 'compliance-review');
  });

  test('is returned in full over SEPA, in a file with a remittance that names the original payment', async () => {
    const account = { number: 'DE89370400440532013000', bic: 'COBADEFF' };
    const id = await rejectedWire(node, { currency: 'EUR', partnerId: 'lu', account });
    const { statement_line: line } = await rowOf(id);
    expect(await operator('return-deposit', id, ...why)).toContain(
      '500.00 EUR goes back to Blocked Trading Ltd, DE •••• 3000 by SEPA from lu.',
    );
    const returnId = await order(id, '500');
    const row = await rowOf(returnId);
    const { payee, purpose } = openDetails(services, row);
    expect(purpose).toBe(`Return ${line}`);
    const lu = present(services.gateways.partners.find((each) => each.id === 'lu'));
    const files = createFolderStore(await mkdtemp(join(tmpdir(), 'bank-')));
    const bank = createBanks([{ ...lu, files }], services.clock);
    await bank.pay({
      endToEndId: row.end_to_end_id ?? '',
      partnerId: 'lu',
      rail: 'SEPA',
      currency: 'EUR',
      amount: BigInt(row.amount),
      payee: present(payee),
      purpose,
      requestedAt: row.created_at,
    });
    const file = await files.read(`out/${row.end_to_end_id}.xml`);
    expect(await complaintsOf(file)).toEqual([]);
    expect(readPayment(file)).toMatchObject({
      amount: '500.00',
      account: account.number,
      remittance: `Return ${line} ${row.end_to_end_id}`,
    });
    await sent(returnId);
    await happen('settlement', returnId);
    await until(returnId, 'completed');
  });
});

describe('a wire is returned once', () => {
  test('when it is ordered several times, in turn or at once', async () => {
    const id = await rejectedWire(node);
    const before = await suspense();
    const ordered = await Promise.allSettled(
      [operator, there, operator, there].map((run) => run('return-deposit', id, ...why, '--confirm', '475.00')),
    );
    expect(ordered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await suspense()).toBe(before - 50_000n);
    const { id: returnId } = await db
      .selectFrom('fiat_transaction')
      .select('id')
      .where('returns_deposit_id', '=', id)
      .executeTakeFirstOrThrow();
    await sent(returnId);
    await happen('settlement', returnId);
    await until(returnId, 'completed');
    await expect(operator('return-deposit', id, ...why)).rejects.toThrow('it was returned before');
  });

  test('with the same id when a node died before it recorded the instruction', async () => {
    const id = await rejectedWire(node);
    const returnId = await order(id, '475.00');
    await sent(returnId);
    await db.updateTable('fiat_transaction').set({ instructed_at: null }).where('id', '=', returnId).execute();
    await until(returnId, 'processing');
    const told = await db
      .selectFrom('sandbox_payment')
      .selectAll()
      .where('end_to_end_id', '=', (await rowOf(returnId)).end_to_end_id ?? '')
      .execute();
    expect(told).toHaveLength(1);
    await happen('settlement', returnId);
    await until(returnId, 'completed');
  });

  test('except if its bank refuses the return: the amount and the fee go back to suspense', async () => {
    const id = await rejectedWire(node);
    const before = await suspense();
    const fees = await balanceOf('fee');
    const returnId = await order(id, '475.00');
    await sent(returnId);
    await happen('refusal', returnId);
    await until(returnId, 'failed');
    expect([await suspense(), await balanceOf('fee')]).toEqual([before, fees]);
    expect(steps(await api.fiatTransactions.get(id)).at(-1)).toBe(
      'rejected system It couldn’t be sent back. We’re looking into it.',
    );
    expect(await operator('deposits')).toMatch(new RegExp(`deposit +${id} .*its return failed`));
    expect(await operator('return-deposit', id, ...why)).toContain('475.00 SGD goes back');
  });

  test('except if the return comes back after it was sent: the rest after bank charges can be returned', async () => {
    const id = await rejectedWire(node);
    const before = await suspense();
    const first = await order(id, '475.00');
    await sent(first);
    await happen('settlement', first);
    await until(first, 'completed');
    await happen('bank-return', first, 'shortfall');
    await until(first, 'failed');
    // A bank on the way kept a tenth of the amount, and our fee is not refunded.
    expect(await suspense()).toBe(before - 50_000n + 42_750n);
    const second = await order(id, '402.5');
    await sent(second);
    await happen('settlement', second);
    await until(second, 'completed');
    expect(await suspense()).toBe(before - 50_000n);
  });
});

describe('a return is refused', () => {
  /** The error that the operator sees. */
  const refusalOf = (id: string, ...more: string[]): Promise<string> =>
    operator('return-deposit', id, ...why, ...more).catch((error: unknown) => String(error));

  test('if the wire was not rejected', async () => {
    const { items } = await api.fiatTransactions.search({ filter: { direction: 'deposit', status: 'completed' } });
    expect(await refusalOf(items[0]?.id ?? '')).toContain('only a rejected deposit is returned');
    expect(await refusalOf(await rejectedWire(node), '--memo', '7')).toContain('Only a crypto deposit');
  });

  test('if its credit was reversed, so that its line waits to be matched', async () => {
    const line = 'REVERSED-1';
    await db
      .insertInto('sandbox_statement')
      .values({ partner_id: 'dbs', line, reference: 'Savings', currency: 'SGD', amount: '100' })
      .execute();
    const id = await eventually(async () => {
      await readStatements(services);
      const said = await operator('match', 'mei@demo.example', '--line', `dbs:${line}`).catch(() => '');
      return /ftx_\w+/.exec(said)?.[0];
    });
    await operator('reverse-deposit', id, '--reason', 'not-yours');
    expect(await refusalOf(id)).toContain('its statement line waits to be matched');
  });

  test.each([
    ['is not reported', null],
    ['has no bank that can be named', { number: '0712345678', bic: 'NONE' }],
    ['is malformed', { number: 'DE00370400440532013000', bic: '' }],
  ])('if the account of the sender %s', async (_, account) => {
    expect(await refusalOf(await rejectedWire(node, { account }))).toContain(
      'the account or address of its sender is not known',
    );
  });

  test('if that account is in a prohibited country, or the amount does not exceed the fee', async () => {
    const iran = { number: '0712345678', bic: 'BMJIIRTH' };
    expect(await refusalOf(await rejectedWire(node, { account: iran }))).toContain('in a prohibited country');
    expect(await refusalOf(await rejectedWire(node, { amount: 2500n }))).toContain('it is not more than the fee');
  });
});
