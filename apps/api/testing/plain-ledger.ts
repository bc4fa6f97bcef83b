import type { Resolution } from '../src/ledger/holds.ts';
import type { Leg } from '../src/ledger/ledger.ts';
import { present } from '@wusd/server-kit/testing/present';

// A model of the ledger made of maps and additions.

interface Account {
  /** Positive for a liability to a customer and for an asset at a bank. */
  posted: bigint;
  held: bigint;
  sign: 1n | -1n;
  /** Shared by all runs; may be negative, because its legs are rolled up later. */
  isShared?: boolean;
}
interface Held {
  account: string;
  amount: bigint;
  ended?: string;
}

export type PlainLedger = ReturnType<typeof createPlainLedger>;

/** Each operation returns `done`, `repeated` or the reason of its rejection. */
export function createPlainLedger() {
  const accounts = new Map<string, Account>();
  const transfers = new Map<string, string>();
  const holds = new Map<string, Held>();
  /** Ids of holds in the order of their creation. */
  const held: string[] = [];

  /** Undo steps of the current batch. */
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
    if (movesNothing(legs)) return 'zero amount';
    const body = [...sums]
      .map(([account, sum]) => `${account} ${sum}`)
      .toSorted()
      .join();
    const before = transfers.get(id);
    if (before !== undefined) return before === body ? 'repeated' : 'id conflict';
    if (legs.length < 2 || !legs.every(({ account }) => accounts.has(account))) return 'unbalanced';
    if (legs.reduce((sum, leg) => sum + leg.amount, 0n) !== 0n) return 'unbalanced';
    const after = [...sums].map(([account, sum]) => {
      const { posted, held, sign, isShared } = present(accounts.get(account));
      return { account, more: sign * sum, posted: posted + sign * sum, held, isShared };
    });
    if (after.some(({ posted, held, isShared }) => !isShared && (posted < 0n || posted - held < 0n)))
      return 'insufficient';
    for (const { account, more } of after) change(present(accounts.get(account)), { posted: more });
    transfers.set(id, body);
    changes.push(() => transfers.delete(id));
    return 'done';
  };
  const holdModel = (id: string, account: string, amount: bigint): string => {
    const before = holds.get(id);
    if (before) return before.account === account && before.amount === amount ? 'repeated' : 'id conflict';
    const state = present(accounts.get(account));
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
    if (!found) return 'hold not found';
    const ended = resolution.outcome === 'post' ? resolution.transferId : resolution.outcome;
    if (found.ended !== undefined) {
      if (found.ended !== ended) return 'already resolved';
      return resolution.outcome === 'post' ? postModel(resolution.transferId, resolution.legs) : 'repeated';
    }
    const state = present(accounts.get(found.account));
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
  /** Executes all steps or none, and returns the first rejection. Legs that sum to zero are rejected first. */
  const togetherModel = (steps: (() => string)[], legs: readonly Leg[][] = []): string[] => {
    changes.length = 0;
    if (legs.some(movesNothing)) return ['zero amount'];
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

  return {
    hold: holdModel,
    resolve: resolveModel,
    post: postModel,
    together: togetherModel,
    holdOf: (id: string): Readonly<Held> | undefined => holds.get(id),
    recentHolds: (count: number): string[] => held.slice(-count),
    open: (id: string, sign: Account['sign'], isShared = false): void =>
      void accounts.set(id, { posted: 0n, held: 0n, sign, isShared }),
    balanceOf: (id: string): Readonly<Account> => present(accounts.get(id)),
  };
}
