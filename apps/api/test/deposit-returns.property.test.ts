import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { returnDeposit } from '../src/domains/operations/returns.ts';
import { decideTransfer } from '../src/domains/operations/transfers.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { OperatorError } from '../src/domains/operations/errors.ts';
import { followWithdrawals } from '../src/domains/transfers/crypto/follow-withdrawals.ts';
import { sendWithdrawals } from '../src/domains/transfers/crypto/send-withdrawals.ts';
import { acceptFiatWithdrawals, instructBanks } from '../src/domains/transfers/fiat/pay-withdrawals.ts';
import { readStatements } from '../src/domains/transfers/fiat/statements.ts';
import { eventually, createDemoDatabase, fundedDemoCustomer, startNode } from '../testing/harness.ts';
import { rejectedTransfer, rejectedWire } from '../testing/returns.ts';

// Property test: in any order of orders, rejections and failures, a deposit is returned at most once and the ledger
// balances.

const node = await startNode(await createDemoDatabase(), { sandboxPace: 'manual' });
afterAll(() => node[Symbol.asyncDispose]());
const { services } = node.server;
const { db } = services;
await fundedDemoCustomer(node);

const actions = ['order', 'order twice', 'approve', 'reject', 'round', 'succeed', 'fail', 'come back'] as const;
type Action = (typeof actions)[number];

interface Kind {
  table: 'crypto_transaction' | 'fiat_transaction';
  /** The sandbox event for each outcome of a return in flight. */
  events: Partial<Record<Action, 'confirmations' | 'reversion' | 'settlement' | 'refusal' | 'bank-return'>>;
  /** The suspense account of the deposits. */
  suspense: { owner: string; asset: string };
  reject(): Promise<string>;
  round(): Promise<void>;
}

const kinds: Record<'crypto' | 'bank', Kind> = {
  crypto: {
    table: 'crypto_transaction',
    events: { succeed: 'confirmations', fail: 'reversion' },
    suspense: { owner: 'suspense:network-3', asset: 'WUSD' },
    reject: () => rejectedTransfer(node, { isRisky: true }),
    async round() {
      await sendWithdrawals(services);
      await followWithdrawals(services);
    },
  },
  bank: {
    table: 'fiat_transaction',
    events: { succeed: 'settlement', fail: 'refusal', 'come back': 'bank-return' },
    suspense: { owner: 'suspense:dbs', asset: 'SGD' },
    reject: () => rejectedWire(node),
    async round() {
      await acceptFiatWithdrawals(services);
      await instructBanks(services);
      await readStatements(services);
    },
  },
};

/** Orders the amount that the preview shows. The order may be refused. */
async function order(id: string): Promise<void> {
  const request = { why: 'at random', operator: 'priya', memo: undefined };
  const preview = await returnDeposit(services, id, { ...request, confirm: undefined });
  const confirm = 'sends' in preview ? preview.sends.amount : undefined;
  await returnDeposit(services, id, { ...request, confirm });
}

const ignoreRefusal = (error: unknown): void => {
  if (!(error instanceof OperatorError)) throw error;
};

async function play(kind: Kind, actionsTaken: readonly Action[]): Promise<void> {
  const balance = async (): Promise<bigint> => {
    const row = await db
      .selectFrom('account')
      .select(['posted'])
      .where('owner', '=', kind.suspense.owner)
      .where('asset', '=', kind.suspense.asset)
      .executeTakeFirst();
    return BigInt(row?.posted ?? 0);
  };
  const before = await balance();
  const id = await kind.reject();
  const arrived = (await balance()) - before;
  const returnsOf = () =>
    db.selectFrom(kind.table).selectAll().where('returns_deposit_id', '=', id).orderBy('id', 'desc').execute();
  const perform = async (action: Action): Promise<unknown> => {
    if (action === 'order') return order(id).catch(ignoreRefusal);
    if (action === 'order twice') return Promise.all([order(id), order(id)].map((each) => each.catch(ignoreRefusal)));
    if (action === 'round') return kind.round();
    const [latest] = await returnsOf();
    if (!latest) return undefined;
    // The state machine or the simulators refuse actions that the status does not allow.
    if (action === 'approve' || action === 'reject') {
      const reason = action === 'reject' ? 'declined' : undefined;
      return decideTransfer(services, latest.id, action, reason, 'priya').catch(() => undefined);
    }
    const type = kind.events[action];
    return type && node.api.sandbox.createEvent({ type, subjectId: latest.id }).catch(() => undefined);
  };

  for (const action of actionsTaken) {
    await perform(action);
    const returns = await returnsOf();
    const open = returns.filter(({ status }) => !['failed', 'cancelled', 'rejected'].includes(status));
    expect(open.length).toBeLessThanOrEqual(1);
  }
  // All returns in flight come to an end.
  await eventually(async () => {
    await kind.round();
    await perform('approve');
    await perform('succeed');
    const [latest] = await returnsOf();
    return latest === undefined || ['completed', 'failed', 'rejected'].includes(latest.status) ? true : undefined;
  });
  const [latest] = await returnsOf();
  expect((await balance()) - before).toBe(latest?.status === 'completed' ? 0n : arrived - (await keptOf(id)));
  expect(await reconcile(services)).toEqual([]);
}

/** The fees, in minor units, that returns of a bank deposit cost when they came back. */
async function keptOf(id: string): Promise<bigint> {
  const rows = await db
    .selectFrom('fiat_transaction')
    .select(['amount', 'fee', 'returned'])
    .where('returns_deposit_id', '=', id)
    .where('returned', 'is not', null)
    .execute();
  return rows.reduce(
    (sum, { amount, fee, returned }) => sum + BigInt(amount) + BigInt(fee) - BigInt(returned ?? 0),
    0n,
  );
}

test.each([
  ['crypto', kinds.crypto],
  ['bank', kinds.bank],
])('a %s deposit is never returned twice, in any order of orders and failures', async (_, kind) => {
  const sequence = fc.array(fc.constantFrom(...actions), { minLength: 3, maxLength: 14 });
  // Long sequences are rare at random. This example returns, fails and returns again.
  const again: Action[] = ['order', 'round', 'approve', 'round', 'fail', 'round', 'order', 'round', 'approve', 'round'];
  await fc.assert(
    fc.asyncProperty(sequence, (taken) => play(kind, taken)),
    { numRuns: 12, examples: [[again]] },
  );
});
