import { systemClock } from '../src/clock.ts';
import { type Db, openDatabase, transact, type Trx } from '../src/database/database.ts';
import { sealTransfers } from '../src/ledger/chain.ts';
import { hold, resolve, type Resolution } from '../src/ledger/holds.ts';
import {
  bankAccount,
  feeAccount,
  type Leg,
  LedgerError,
  openCustomerAccount,
  post,
  prepareLedger,
} from '../src/ledger/ledger.ts';
import { reconcileLedger } from '../src/ledger/reconcile.ts';
import { rollUp } from '../src/ledger/roll-up.ts';

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
  const db = openDatabase(url, lanes);
  await prepareLedger(url);
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
    // oxlint-disable-next-line no-await-in-loop -- one block after the other
    while ((await sealTransfers(db, systemClock)) > 0);
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
    // oxlint-disable-next-line no-await-in-loop -- six
    const id = await commit((trx) => openCustomerAccount(trx, systemClock, `model-${lane}-${index}`, 'USD'));
    accounts.set(id, { posted: 0n, held: 0n, sign: -1n });
    owners.push(id);
  }
  const some = (): string => owners[draw(customers)] ?? '';
  const someMoney = (): bigint => BigInt(1 + draw(100));

  const postModel = (id: string, legs: readonly Leg[]): string => {
    const sums = new Map<string, bigint>();
    for (const leg of legs) sums.set(leg.account, (sums.get(leg.account) ?? 0n) + leg.amount);
    if ([...sums.values()].includes(0n)) return 'moves nothing';
    const body = [...sums]
      .map(([account, sum]) => `${account} ${sum}`)
      .toSorted()
      .join();
    const before = transfers.get(id);
    if (before !== undefined) return before === body ? 'repeated' : 'other body';
    if (legs.length < 2 || legs.reduce((sum, leg) => sum + leg.amount, 0n) !== 0n) return 'unbalanced';
    const after = [...sums].map(([account, sum]) => {
      const { posted, held, sign, isShared } = accounts.get(account) as Account;
      return { account, posted: posted + sign * sum, held, isShared };
    });
    if (after.some(({ posted, held, isShared }) => !isShared && (posted < 0n || posted - held < 0n)))
      return 'insufficient';
    for (const { account, posted } of after) (accounts.get(account) as Account).posted = posted;
    transfers.set(id, body);
    return 'done';
  };
  const holdModel = (id: string, account: string, amount: bigint): string => {
    const before = holds.get(id);
    if (before) return before.account === account && before.amount === amount ? 'repeated' : 'other body';
    const state = accounts.get(account) as Account;
    if (state.posted - state.held < amount) return 'insufficient';
    state.held += amount;
    holds.set(id, { account, amount });
    held.push(id);
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
    state.held -= found.amount;
    const answer = resolution.outcome === 'post' ? postModel(resolution.transferId, resolution.legs) : 'done';
    if (answer === 'done') found.ended = ended;
    else state.held += found.amount;
    return answer;
  };

  for (let number = 0; number < operations; number += 1) {
    const isRepeat = draw(8) === 0;
    const id = `m${lane}-${isRepeat ? draw(number + 1) : number}`;
    const [from, to] = [some(), some()];
    const moved = someMoney();
    const legsOf = (debit: string, credit: string, sum: bigint): Leg[] => [
      { account: debit, amount: sum },
      { account: credit, amount: -sum },
    ];
    let expected: string;
    let act: (trx: Trx) => Promise<boolean>;
    const posting = (legs: Leg[]): void => {
      expected = postModel(id, legs);
      act = (trx) => post(trx, { id, kind: 'model', entityId: id, eventTime: day, legs });
    };
    expected = '';
    act = async () => false;
    switch (draw(10)) {
      case 0:
      case 1:
        posting(legsOf(bank, to, moved * 3n));
        break;
      case 2:
        posting(legsOf(from, to, moved));
        break;
      case 3:
        posting(legsOf(from, draw(2) === 0 ? bank : fee, moved));
        break;
      case 4:
        // Three at once, or legs that do not add up.
        posting([...legsOf(from, to, moved), { account: bank, amount: BigInt(draw(2)) }]);
        break;
      case 9:
        posting(legsOf(fee, to, moved));
        break;
      case 5:
      case 6: {
        const account = from;
        expected = holdModel(id, account, moved);
        act = (trx) => hold(trx, { id, account, amount: moved, kind: 'model', entityId: id, eventTime: day });
        break;
      }
      default: {
        const holdId = draw(20) === 0 ? `${id}-none` : (held[Math.max(0, held.length - 1 - draw(12))] ?? `${id}-none`);
        const of = holds.get(holdId);
        const resolution: Resolution =
          draw(2) === 0
            ? { outcome: draw(2) === 0 ? 'void' : 'expire' }
            : {
                outcome: 'post',
                transferId: `${holdId}:paid`,
                kind: 'model',
                legs: legsOf(of?.account ?? from, bank, draw(3) === 0 ? moved : (of?.amount ?? moved)),
              };
        expected = resolveModel(holdId, resolution);
        act = (trx) => resolve(trx, holdId, day, resolution);
      }
    }
    // oxlint-disable-next-line no-await-in-loop -- one after the other, that both may be told the same
    const answered = await commit(act).then(
      (isNew) => (isNew ? 'done' : 'repeated'),
      (error: unknown) => (error instanceof LedgerError ? error.reason : String(error)),
    );
    run.operations += 1;
    run.answers[answered] = (run.answers[answered] ?? 0) + 1;
    // By all lanes at once, that they race.
    // oxlint-disable-next-line no-await-in-loop
    if (number % 100 === 0) await rollUp(db);
    if (answered !== expected)
      run.differences.push(`lane ${lane}, operation ${number}: the ledger says ${answered}, the model ${expected}`);
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
