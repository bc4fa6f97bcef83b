import { systemClock } from '@wusd/server-kit/clock';
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
  initialAssets,
  type Transfer,
} from '../src/ledger/ledger.ts';
import { insertInitialRows } from '../src/platform/database/initial-rows.ts';
import { reconcileLedger } from '../src/ledger/reconcile.ts';
import { rollUp } from '../src/ledger/roll-up.ts';
import { applicationUrl } from './databases.ts';
import { createPlainLedger, type PlainLedger } from './plain-ledger.ts';

// Compares the ledger with a reference model of maps and additions. For any sequence of operations, both must return
// the same answers and end with the same balances.

export interface ModelRun {
  operations: number;
  /** Count of each answer: `done`, `repeated`, or the reason of a rejection. */
  answers: Record<string, number>;
  /** Differences between ledger and model; empty if there are none. */
  differences: string[];
}

export interface ModelOptions {
  url: string;
  operations: number;
  seed: number;
  /** Number of concurrent runs. Each has its own accounts in the shared tables. */
  lanes: number;
}

const customers = 6;
const day = new Date('2026-11-20T08:00:00.000Z');

type Draw = (below: number) => number;

/** Creates a random generator with a seed (mulberry32). */
function chance(seed: number): Draw {
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
  await insertInitialRows(url, [initialAssets]);
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

async function runLane(lane: number, operations: number, draw: Draw, run: ModelRun, db: Db): Promise<bigint> {
  const commit = <T>(work: (trx: Trx) => Promise<T>): Promise<T> => transact(db, work);
  const model = createPlainLedger();
  const bank = await commit((trx) => bankAccount(trx, systemClock, `model-${lane}`, 'USD'));
  model.open(bank, 1n);
  const fee = await commit((trx) => feeAccount(trx, systemClock, 'USD'));
  model.open(fee, -1n, true);
  const owners: string[] = [];
  for (let index = 0; index < customers; index += 1) {
    const id = await commit((trx) => customerAccount(trx, systemClock, `model-${lane}-${index}`, 'USD'));
    model.open(id, -1n);
    owners.push(id);
  }
  const someOperation = operationsOn(model, { bank, fee, owners }, draw);
  for (let number = 0; number < operations;) {
    const ids = someIds(lane, number, draw);
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
    // All runs call this concurrently, to test races.
    if (Math.floor(number / 100) !== Math.floor((number + ids.length) / 100)) await rollUp(db);
    number += ids.length;
    run.operations += ids.length;
  }

  run.differences.push(...(await differencesOf(db, model, [bank, ...owners])));
  return model.balanceOf(fee).posted;
}

/** Returns one id or several ids; sometimes an earlier id, or the same id twice in a batch. */
function someIds(lane: number, number: number, draw: Draw): string[] {
  const ids: string[] = [];
  for (let left = draw(3) === 0 ? 2 + draw(4) : 1; left > 0; left -= 1) {
    const next = number + ids.length;
    const which = draw(8) > 0 ? next : draw(2) === 0 ? draw(next + 1) : Math.max(0, next - 1);
    ids.push(`m${lane}-${which}`);
  }
  return ids;
}

async function differencesOf(db: Db, model: PlainLedger, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('account').select(['id', 'posted', 'held']).where('id', 'in', ids).execute();
  return rows.flatMap(({ id, posted, held }) => {
    const expected = model.balanceOf(id);
    return BigInt(posted) === expected.posted && BigInt(held) === expected.held
      ? []
      : [`account ${id}: ${posted} and ${held} held, in the model ${expected.posted} and ${expected.held}`];
  });
}

/**
 * Draws random operations for the model and the ledger, one per id. @returns the model's answers, and a function that
 * executes the operations on the ledger
 */
function operationsOn(
  model: PlainLedger,
  { bank, fee, owners }: { bank: string; fee: string; owners: readonly string[] },
  draw: Draw,
) {
  const some = (): string => owners[draw(customers)] ?? '';
  const someMoney = (): bigint => BigInt(1 + draw(100));

  const legsOf = (debit: string, credit: string, sum: bigint): Leg[] => [
    { account: debit, amount: sum },
    { account: credit, amount: -sum },
  ];
  /** Returns the available balance, or one unit more. */
  const allOf = (account: string): bigint => {
    const { posted, held } = model.balanceOf(account);
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
        // Three legs, or legs that do not sum to zero.
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
    const recent = model.recentHolds(12);
    const open = recent.filter((each) => model.holdOf(each)?.ended === undefined);
    const among = draw(4) === 0 ? recent : open;
    const id = (draw(20) === 0 ? undefined : among[draw(Math.max(1, among.length))]) ?? `${name}-none`;
    if (draw(2) === 0) return { id, outcome: draw(2) === 0 ? 'void' : 'expire' };
    const { account, amount } = model.holdOf(id) ?? { account: some(), amount: 1n };
    const [from, to] = [draw(3) === 0 ? some() : account, draw(3) === 0 ? some() : bank];
    const legs = legsOf(from, to, draw(3) === 0 ? allOf(from) : amount);
    return { id, outcome: 'post', transferId: `${id}:paid`, kind: 'model', legs };
  };
  return (ids: readonly string[]): [string[], (trx: Trx) => Promise<boolean[]>] => {
    const [first = ''] = ids;
    const isOne = ids.length === 1;
    switch (draw(5)) {
      case 0: {
        const asked = ids.map(someHold);
        const [one = someHold(first)] = asked;
        return [
          model.together(
            asked.map(
              ({ id, account, amount }) =>
                () =>
                  model.hold(id, account, amount),
            ),
          ),
          async (trx) => (isOne ? [await placeHold(trx, one)] : placeHolds(trx, asked)),
        ];
      }
      case 1: {
        const asked = ids.map(someEnd);
        const [{ id, ...one } = someEnd(first)] = asked;
        return [
          model.together(
            asked.map((end) => () => model.resolve(end.id, end)),
            asked.flatMap((end) => (end.outcome === 'post' ? [end.legs] : [])),
          ),
          async (trx) => (isOne ? [await resolveHold(trx, id, day, one)] : resolveHolds(trx, day, asked)),
        ];
      }
      default: {
        const asked = ids.map(someTransfer);
        const [one = someTransfer(first)] = asked;
        return [
          model.together(
            asked.map(
              ({ id, legs }) =>
                () =>
                  model.post(id, legs),
            ),
            asked.map(({ legs }) => legs),
          ),
          async (trx) => (isOne ? [await post(trx, one)] : postAll(trx, asked)),
        ];
      }
    }
  };
}
