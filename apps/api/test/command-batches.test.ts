import type { OtcOrder } from '@wusd/api-sdk';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import {
  type PreparedSwap,
  countUnsettled,
  createSwapCustomer,
  prepareSwap,
  submitSwap,
  type SwapCustomer,
} from '../testing/swap-customers.ts';
import { eventually, startTwoNodes } from '../testing/harness.ts';
import { textField } from '@wusd/server-kit/errors/error-fields';

// Concurrent commands share a commit, and one command's failure does not affect the others.

const { node, database } = await startTwoNodes();
const { services } = node.server;
const { db } = services;
let customers: SwapCustomer[];
/** A pool with the owner's login, which can read pg_stat_activity and lock rows. */
let owner: pg.Pool;

beforeAll(async () => {
  customers = [];
  for (let index = 0; index < 7; index += 1) customers.push(await createSwapCustomer(services, index));
  owner = new pg.Pool({ connectionString: database });
});
beforeEach(async () => {
  await db.deleteFrom('throttle').execute();
  // Unsettled orders would also wait for the locked customers.
  await eventually(async () => ((await countUnsettled(services)) === 0 ? true : undefined));
});
afterAll(async () => {
  expect(await reconcile(services)).toEqual([]);
  await owner.end();
});

interface Prepared {
  customer: SwapCustomer;
  swap: PreparedSwap;
}

/** Authorized swaps of 20.00, 21.00 and so on that are not submitted yet. */
async function prepare(): Promise<Prepared[]> {
  return Promise.all(
    customers.map(async (customer, index) => {
      const asked = { payCurrency: 'WUSD', receiveCurrency: 'USD', payAmount: `${20 + index}.00` } as const;
      const swap = await prepareSwap(services, customer.at(node.baseUrl), asked);
      if (!swap) throw new Error('A swap was not to be had');
      return { customer, swap };
    }),
  );
}

const submit = ({ customer, swap }: Prepared): Promise<OtcOrder> => submitSwap(customer.at(node.baseUrl), swap);

/** Submits all. The quotes of the first two are locked, so the others wait and run as one batch. */
async function askTogether(
  [first, second, ...rest]: Prepared[],
  whileHeld: () => Promise<unknown> = async () => {},
): Promise<Promise<OtcOrder>[]> {
  if (!first || !second) throw new Error('Two are needed to keep the others waiting');
  const blockers = [first, second];
  const release = await hold(
    'quote',
    blockers.map(({ swap }) => swap.quoteId),
  );
  const held: Promise<OtcOrder>[] = [];
  for (const each of blockers) {
    held.push(submit(each));
    await eventually(async () => ((await countWaiting()) === held.length ? true : undefined));
  }
  const asked = vi.spyOn(services.gateways.captcha, 'verify');
  const answers = rest.map(submit);
  await eventually(async () => (asked.mock.calls.length === rest.length ? true : undefined));
  await Promise.all(asked.mock.results.map(({ value }): unknown => value));
  asked.mockRestore();
  await whileHeld();
  await release();
  // Callers await the rejections later. This avoids an unhandled rejection.
  for (const answer of answers) answer.catch(() => {});
  await Promise.all(held);
  return answers;
}

const submitTogether = async (...asked: Parameters<typeof askTogether>): Promise<PromiseSettledResult<OtcOrder>[]> =>
  Promise.allSettled(await askTogether(...asked));

/** Locks rows as a command does. @returns a function that releases them */
async function hold(table: 'customer' | 'quote', ids: readonly string[]): Promise<() => Promise<void>> {
  const client = await owner.connect();
  await client.query('begin');
  await client.query(`select from ${table} where id = any($1) for update`, [ids]);
  return async () => {
    await client.query('commit');
    client.release();
  };
}

async function countWaiting(): Promise<number> {
  const { rows } = await owner.query<{ waiting: number }>(`
    select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
  `);
  return rows[0]?.waiting ?? 0;
}

/** The number of commits that placed these orders. */
async function countCommits(orders: readonly string[]): Promise<number> {
  const { rows } = await sql<{ commits: number }>`
    select count(distinct xmin::text)::int as commits from state_log
    where from_status is null and entity_id = any(${orders.map((id) => `order:${id}`)})
  `.execute(db);
  return rows[0]?.commits ?? 0;
}

const done = (answers: readonly PromiseSettledResult<OtcOrder>[]): OtcOrder[] =>
  answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
const triesOf = async ({ swap }: Prepared): Promise<number> => {
  const { tries } = await db
    .selectFrom('challenge')
    .select('tries')
    .where('id', '=', swap.intent.intentId ?? '')
    .executeTakeFirstOrThrow();
  return tries;
};
const refusalOf = (answer: PromiseSettledResult<OtcOrder> | undefined): unknown =>
  answer?.status === 'rejected' ? textField(answer.reason, 'errorName') : answer;

test('concurrent commands share one commit, and each gets its own answer', async () => {
  const prepared = await prepare();
  const orders = done(await submitTogether(prepared));
  expect(orders.map(({ pay }) => pay.amount)).toEqual(['22.00', '23.00', '24.00', '25.00', '26.00']);
  expect(await countCommits(orders.map(({ id }) => id))).toBe(1);
  // A repeat gets the same answer.
  const again = await Promise.all(prepared.slice(2).map(submit));
  expect(again.map(({ id }) => id)).toEqual(orders.map(({ id }) => id));
});

test('a batch excludes a refused command, counts a try for a wrong code, and executes the others together', async () => {
  const prepared = await prepare();
  const [, , refused, guessed] = prepared;
  if (!refused || !guessed) throw new Error('There are too few');
  guessed.swap.mfa = [{ checkType: 1, code: '000000' }];
  const answers = await submitTogether(prepared, () =>
    db
      .updateTable('quote')
      .set({ held_until: new Date(0) })
      .where('id', '=', refused.swap.quoteId)
      .execute(),
  );
  expect(refusalOf(answers[0])).toBe('QUOTE_EXPIRED');
  expect(await triesOf(refused)).toBe(0);
  expect(refusalOf(answers[1])).toBe('CODE_INCORRECT');
  expect(await triesOf(guessed)).toBe(1);
  const orders = done(answers);
  expect(orders).toHaveLength(3);
  expect(await countCommits(orders.map(({ id }) => id))).toBe(1);
});

test('commands run one by one when one of them breaks the batch', async () => {
  const prepared = await prepare();
  await owner.query(`
    create function break_it() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create trigger break_it before insert on otc_order for each row when (new.customer_id = '${prepared[3]?.customer.id}')
      execute function break_it()
  `);
  const answers = await submitTogether(prepared);
  await owner.query('drop trigger break_it on otc_order; drop function break_it');
  expect(refusalOf(answers[1])).toBe('INTERNAL_ERROR');
  const orders = done(answers);
  expect(orders).toHaveLength(4);
  expect(await countCommits(orders.map(({ id }) => id))).toBe(4);
});

test('only the command whose customer row is locked waits', async () => {
  const prepared = await prepare();
  const [, , held] = prepared;
  let release: (() => Promise<void>) | undefined;
  let isAnswered = false;
  const [slow, ...others] = await askTogether(prepared, async () => {
    release = held && (await hold('customer', [held.customer.id]));
  });
  void slow?.then(() => (isAnswered = true));
  expect(await Promise.all(others)).toHaveLength(4);
  expect(isAnswered).toBe(false);
  await release?.();
  expect((await slow)?.status).toMatch(/processing|completed/);
});

test('commands of other customers run while several wait for locked customer rows', async () => {
  const prepared = await prepare();
  const slow = prepared.slice(0, 3);
  const release = await hold(
    'customer',
    slow.map(({ customer }) => customer.id),
  );
  let answered = 0;
  const waiting: Promise<unknown>[] = [];
  for (const each of slow) {
    waiting.push(submit(each).then(() => (answered += 1)));
    await eventually(async () => ((await countWaiting()) === waiting.length ? true : undefined));
  }
  await Promise.all(prepared.slice(3).map(submit));
  expect(answered).toBe(0);
  await release();
  await Promise.all(waiting);
});

test('an order that the desk can’t pay out fails alone and does not delay the others', async () => {
  const prepared = await prepare();
  const [, , dear] = prepared;
  const orders = done(
    await submitTogether(prepared, () =>
      db
        .updateTable('quote')
        .set({ receive: '9000000000000' })
        .where('id', '=', dear?.swap.quoteId ?? '')
        .execute(),
    ),
  );
  expect(orders).toHaveLength(5);
  const ends = await eventually(async () => {
    const rows = await db
      .selectFrom('otc_order')
      .select('status')
      .where(
        'id',
        'in',
        orders.map(({ id }) => id),
      )
      .where('status', '<>', 'processing')
      .orderBy('id')
      .execute();
    return rows.length === 5 ? rows.map(({ status }) => status) : undefined;
  });
  expect(ends.toSorted()).toEqual(['completed', 'completed', 'completed', 'completed', 'failed']);
});
