import { systemClock } from '../src/platform/clock.ts';
import { type Db, openDatabase, transact, type Trx } from '../src/platform/database/database.ts';
import { appendHashChain } from '../src/ledger/hash-chain.ts';
import { type Hold, placeHold, placeHolds, resolveHold, resolveHolds, type Resolution } from '../src/ledger/holds.ts';
import {
  bankAccount,
  feeAccount,
  type Leg,
  LedgerError,
  customerAccount,
  post,
  postAll,
  seedAssets,
  type Transfer,
} from '../src/ledger/ledger.ts';
import { reconcileLedger } from '../src/ledger/reconcile.ts';
import { rollUp } from '../src/ledger/roll-up.ts';
import { applicationUrl } from './databases.ts';

// The ledger beside the plainest model of it that can be written: maps and additions. Whatever is asked of both, in whatever
// order, both must answer alike, and end with the same balances.

export interface ModelRun {
  operations: number;
  /** How often each answer was given: `done`, `repeated`, or why it was refused. */
  answers: Record<string, number>;
  /** Where the two differ; nothing where all is well. */
  differences: string[];
}

export interface ModelOptions {
  url: string;
  operations: number;
  seed: number;
  /** How many go on at once, each with accounts of its own on tables that all share. */
  lanes: number;
}

const customers = 6;
const day = new Date('2026-11-20T08:00:00.000Z');

interface Account {
  /** Above zero where it is owed to its customer, or is at the bank. */
  posted: bigint;
  held: bigint;
  sign: 1n | -1n;
  /** Shared by all lanes, and may owe: its legs are added up later. */
  isShared?: boolean;
}
interface Held {
  account: string;
  amount: bigint;
  ended?: string;
}

/** What happens, drawn from a seed alone (mulberry32). */
function chance(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export async function runLedgerModel({ url, operations, seed, lanes }: ModelOptions): Promise<ModelRun> {
  const db = openDatabase(applicationUrl(url), lanes);
  await seedAssets(url);
  const run: ModelRun = { operations: 0, answers: {}, differences: [] };
  try {
    const fees = await Promise.all(
      Array.from({ length: lanes }, (_, lane) =>
        runLane(lane, Math.ceil(operations / lanes), chance(seed + lane), run, db),
      ),
    );
    await rollUp(db);
    const shared = await db.selectFrom('account').select('posted').where('kind', '=', 'fee').executeTakeFirstOrThrow();
    const expected = fees.reduce((sum, each) => sum + each, 0n);
    if (BigInt(shared.posted) !== expected)
      run.differences.push(`the account of all lanes: ${shared.posted}, in the model ${expected}`);
    while ((await appendHashChain(db, systemClock)) > 0);
    run.differences.push(...(await reconcileLedger(db)));
    return run;
  } finally {
    await db.destroy();
  }
}

async function runLane(
  lane: number,
  operations: number,
  draw: (below: number) => number,
  run: ModelRun,
  db: Db,
): Promise<bigint> {
  const commit = <T>(work: (trx: Trx) => Promise<T>): Promise<T> => transact(db, work);
  const accounts = new Map<string, Account>();
  const transfers = new Map<string, string>();
  const holds = new Map<string, Held>();
  /** Their ids, in the order they were made. */
  const held: string[] = [];
  const bank = await commit((trx) => bankAccount(trx, systemClock, `model-${lane}`, 'USD'));
  accounts.set(bank, { posted: 0n, held: 0n, sign: 1n });
  const fee = await commit((trx) => feeAccount(trx, systemClock, 'USD'));
  accounts.set(fee, { posted: 0n, held: 0n, sign: -1n, isShared: true });
  const owners: string[] = [];
  for (let index = 0; index < customers; index += 1) {
    const id = await commit((trx) => customerAccount(trx, systemClock, `model-${lane}-${index}`, 'USD'));
    accounts.set(id, { posted: 0n, held: 0n, sign: -1n });
    owners.push(id);
  }
  const some = (): string => owners[draw(customers)] ?? '';
  const someMoney = (): bigint => BigInt(1 + draw(100));

  /** How what was changed since it was last emptied is undone. */
  const changes: (() => void)[] = [];
  const change = (account: Account, { posted = 0n, held: more = 0n }: { posted?: bigint; held?: bigint }): void => {
    account.posted += posted;
    account.held += more;
    changes.push(() => {
      account.posted -= posted;
      account.held -= more;
    });
  };
  const sumsOf = (legs: readonly Leg[]): Map<string, bigint> => {
    const sums = new Map<string, bigint>();
    for (const leg of legs) sums.set(leg.account, (sums.get(leg.account) ?? 0n) + leg.amount);
    return sums;
  };
  const movesNothing = (legs: readonly Leg[]): boolean => [...sumsOf(legs).values()].includes(0n);
  const postModel = (id: string, legs: readonly Leg[]): string => {
    const sums = sumsOf(legs);
    if (movesNothing(legs)) return 'moves nothing';
    const body = [...sums]
      .map(([account, sum]) => `${account} ${sum}`)
      .toSorted()
      .join();
    const before = transfers.get(id);
    if (before !== undefined) return before === body ? 'repeated' : 'other body';
    if (legs.length < 2 || !legs.every(({ account }) => accounts.has(account))) return 'unbalanced';
    if (legs.reduce((sum, leg) => sum + leg.amount, 0n) !== 0n) return 'unbalanced';
    const after = [...sums].map(([account, sum]) => {
      const { posted, held, sign, isShared } = accounts.get(account) as Account;
      return { account, more: sign * sum, posted: posted + sign * sum, held, isShared };
    });
    if (after.some(({ posted, held, isShared }) => !isShared && (posted < 0n || posted - held < 0n)))
      return 'insufficient';
    for (const { account, more } of after) change(accounts.get(account) as Account, { posted: more });
    transfers.set(id, body);
    changes.push(() => transfers.delete(id));
    return 'done';
  };
  const holdModel = (id: string, account: string, amount: bigint): string => {
    const before = holds.get(id);
    if (before) return before.account === account && before.amount === amount ? 'repeated' : 'other body';
    const state = accounts.get(account) as Account;
    if (state.posted - state.held < amount) return 'insufficient';
    change(state, { held: amount });
    holds.set(id, { account, amount });
    held.push(id);
    changes.push(() => {
      holds.delete(id);
      held.pop();
    });
    return 'done';
  };
  const resolveModel = (id: string, resolution: Resolution): string => {
    const found = holds.get(id);
    if (!found) return 'no such hold';
    const ended = resolution.outcome === 'post' ? resolution.transferId : resolution.outcome;
    if (found.ended !== undefined) {
      if (found.ended !== ended) return 'ended otherwise';
      return resolution.outcome === 'post' ? postModel(resolution.transferId, resolution.legs) : 'repeated';
    }
    const state = accounts.get(found.account) as Account;
    change(state, { held: -found.amount });
    const answer = resolution.outcome === 'post' ? postModel(resolution.transferId, resolution.legs) : 'done';
    if (answer !== 'done') {
      changes.pop()?.();
      return answer;
    }
    found.ended = ended;
    changes.push(() => delete found.ended);
    return answer;
  };
  /** All or none: what comes first of what is refused is why; that some legs come to nothing is seen before all else. */
  const togetherModel = (steps: (() => string)[], legs: readonly Leg[][] = []): string[] => {
    changes.length = 0;
    if (legs.some(movesNothing)) return ['moves nothing'];
    const answers: string[] = [];
    for (const step of steps) {
      const answer = step();
      if (answer !== 'done' && answer !== 'repeated') {
        for (const undo of changes.toReversed()) undo();
        return [answer];
      }
      answers.push(answer);
    }
    return answers;
  };

  const legsOf = (debit: string, credit: string, sum: bigint): Leg[] => [
    { account: debit, amount: sum },
    { account: credit, amount: -sum },
  ];
  /** All that can be spent of it, or a little more than that. */
  const allOf = (account: string): bigint => {
    const { posted, held } = accounts.get(account) as Account;
    return posted - held + BigInt(draw(2)) || 1n;
  };
  const someLegs = (): Leg[] => {
    const [from, to, moved] = [some(), some(), someMoney()];
    switch (draw(8)) {
      case 0:
      case 1:
        return legsOf(bank, to, moved * 3n);
      case 2:
        return legsOf(from, to, moved);
      case 3:
        return legsOf(from, draw(2) === 0 ? bank : fee, moved);
      case 4:
        // Three at once, or legs that do not add up.
        return [...legsOf(from, to, moved), { account: bank, amount: BigInt(draw(2)) }];
      case 5:
        return legsOf(from, to, allOf(from));
      case 6:
        return draw(2) === 0 ? [] : legsOf('nobody', 'no one', moved);
      default:
        return legsOf(fee, to, moved);
    }
  };
  const someTransfer = (id: string): Transfer => ({
    id,
    kind: 'model',
    entityId: id,
    eventTime: day,
    legs: someLegs(),
  });
  const someHold = (id: string): Hold => ({
    id,
    account: some(),
    amount: someMoney(),
    kind: 'model',
    entityId: id,
    eventTime: day,
  });
  const someEnd = (name: string): Resolution & { id: string } => {
    const recent = held.slice(-12);
    const open = recent.filter((each) => holds.get(each)?.ended === undefined);
    const among = draw(4) === 0 ? recent : open;
    const id = (draw(20) === 0 ? undefined : among[draw(Math.max(1, among.length))]) ?? `${name}-none`;
    if (draw(2) === 0) return { id, outcome: draw(2) === 0 ? 'void' : 'expire' };
    const { account, amount } = holds.get(id) ?? { account: some(), amount: 1n };
    const [from, to] = [draw(3) === 0 ? some() : account, draw(3) === 0 ? some() : bank];
    const legs = legsOf(from, to, draw(3) === 0 ? allOf(from) : amount);
    return { id, outcome: 'post', transferId: `${id}:paid`, kind: 'model', legs };
  };
  /** What is asked, of the model and of the ledger, under each of these ids. */
  const someOperation = (ids: readonly string[]): [string[], (trx: Trx) => Promise<boolean[]>] => {
    const [first = ''] = ids;
    const isOne = ids.length === 1;
    switch (draw(5)) {
      case 0: {
        const asked = ids.map(someHold);
        const [one = someHold(first)] = asked;
        return [
          togetherModel(
            asked.map(
              ({ id, account, amount }) =>
                () =>
                  holdModel(id, account, amount),
            ),
          ),
          async (trx) => (isOne ? [await placeHold(trx, one)] : placeHolds(trx, asked)),
        ];
      }
      case 1: {
        const asked = ids.map(someEnd);
        const [{ id, ...one } = someEnd(first)] = asked;
        return [
          togetherModel(
            asked.map((end) => () => resolveModel(end.id, end)),
            asked.flatMap((end) => (end.outcome === 'post' ? [end.legs] : [])),
          ),
          async (trx) => (isOne ? [await resolveHold(trx, id, day, one)] : resolveHolds(trx, day, asked)),
        ];
      }
      default: {
        const asked = ids.map(someTransfer);
        const [one = someTransfer(first)] = asked;
        return [
          togetherModel(
            asked.map(
              ({ id, legs }) =>
                () =>
                  postModel(id, legs),
            ),
            asked.map(({ legs }) => legs),
          ),
          async (trx) => (isOne ? [await post(trx, one)] : postAll(trx, asked)),
        ];
      }
    }
  };

  for (let number = 0; number < operations;) {
    const ids: string[] = [];
    // By itself, or some at once; now and then one that was there before, or twice in one go.
    for (let left = draw(3) === 0 ? 2 + draw(4) : 1; left > 0; left -= 1) {
      const next = number + ids.length;
      const which = draw(8) > 0 ? next : draw(2) === 0 ? draw(next + 1) : Math.max(0, next - 1);
      ids.push(`m${lane}-${which}`);
    }
    const [expected, act] = someOperation(ids);
    const answered = await commit(act).then(
      (areNew) => areNew.map((isNew) => (isNew ? 'done' : 'repeated')),
      (error: unknown) => [error instanceof LedgerError ? error.reason : String(error)],
    );
    for (const answer of answered) run.answers[answer] = (run.answers[answer] ?? 0) + 1;
    if (answered.join() !== expected.join())
      run.differences.push(
        `lane ${lane}, operation ${number}: the ledger says ${answered.join()}, the model ${expected.join()}`,
      );
    // By all lanes at once, that they race.
    if (Math.floor(number / 100) !== Math.floor((number + ids.length) / 100)) await rollUp(db);
    number += ids.length;
    run.operations += ids.length;
  }

  const rows = await commit((trx) =>
    trx
      .selectFrom('account')
      .select(['id', 'posted', 'held'])
      .where(
        'id',
        'in',
        [...accounts.keys()].filter((id) => id !== fee),
      )
      .execute(),
  );
  for (const { id, posted, held } of rows) {
    const model = accounts.get(id);
    if (BigInt(posted) !== model?.posted || BigInt(held) !== model.held)
      run.differences.push(
        `account ${id}: ${posted} and ${held} held, in the model ${model?.posted} and ${model?.held}`,
      );
  }
  return accounts.get(fee)?.posted ?? 0n;
}
