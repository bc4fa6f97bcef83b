import type { PaymentAssertion } from '@wusd/payouts/payment-challenge';
import type { Call, CommandName, CommandResult, Preview } from '../platform/contract/operations.ts';
import type { Trx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors/app-error.ts';
import type { Customer } from './customers.ts';
import type { CheckRequirements } from './challenges.ts';

/**
 * An operation that is previewed before it is executed: a withdrawal, a swap, a change of a password. The contract marks it with
 * `x-intent`. A domain implements it; `commandHandlers` adds the intent, codes, captcha, idempotency and batching.
 *
 * @typeParam Prepared what `prepare` hands to `execute`
 */
export interface Command<Name extends CommandName, Prepared = undefined> {
  /**
   * Describes the effect and every blocker at once. Changes nothing.
   *
   * @returns `review`, the contract's answer without its intent, which is opened where nothing blocks; `checks`, where codes go
   * elsewhere than the scene says (a new phone number), and the payment that a passkey approves; `about`, what the code's message
   * names in the customer's language, e.g. an amount and its destination
   */
  preview(call: Call<Name>): Promise<{
    review: Omit<Preview<Name>, 'intentId' | 'expiresAt' | 'checkGroups'>;
    checks?: CheckRequirements;
    about?: string;
  }>;
  /**
   * Reserves something until the intent expires, e.g. a rate, in the transaction that opens the intent.
   *
   * @returns when the reservation ends, where that is before the intent expires
   * @throws AppError where it is no longer available
   */
  reserve?(call: Call<Name>, trx: Trx, expiresAt: Date): Promise<Date | undefined>;
  /** Slow or external work, done before the transaction. A retry repeats it. */
  prepare?(call: Call<Name>): Promise<Prepared>;
  /** How many concurrent commands, of one customer each, share a transaction. @default 1 */
  maxBatchSize?: number;
  /**
   * Executes commands in the transaction that consumes their intents. It queries through `trx` only: a second connection, awaited
   * while this one is held, could exhaust the pool. Commands that are not batched use {@link executeEach}.
   *
   * @returns results in the order of `executions`, or rejections. Those roll the transaction back, so that their codes can be used
   * again; the other commands are executed again without the rejected ones
   * @throws any error rolls the transaction back, and each command is executed in a transaction of its own
   */
  execute(executions: readonly Execution<Call<Name>, Prepared>[], trx: Trx): Promise<BatchOutcome<CommandResult<Name>>>;
  /** Topics to notify other nodes about after the commit. */
  topics?(call: Call<Name>): string[];
}

/** A command whose codes are verified. */
export interface Execution<C, Prepared = undefined> {
  call: C;
  /** The caller. The transaction holds the row's lock. */
  customer: Customer;
  prepared: Prepared;
  /** Of the passkey that approved the payment, where its challenge was derived from one. */
  assertion?: PaymentAssertion | undefined;
}

/** A batch is accepted as a whole, or nothing of it counts and the rejected ones are named, by customer id. */
export type BatchOutcome<Result> = { results: Result[] } | { rejections: ReadonlyMap<string, AppError> };

/**
 * Executes commands one after another, for a command that handles one at a time.
 *
 * @param execute throws AppError to reject
 */
export function executeEach<C, Prepared, Result>(
  execute: (execution: Execution<C, Prepared>, trx: Trx) => Promise<Result>,
): (executions: readonly Execution<C, Prepared>[], trx: Trx) => Promise<BatchOutcome<Result>> {
  return async (executions, trx) => {
    const results: Result[] = [];
    for (const execution of executions) {
      try {
        results.push(await execute(execution, trx));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { rejections: new Map([[execution.customer.id, error]]) };
      }
    }
    return { results };
  };
}

// oxlint-disable-next-line typescript/no-explicit-any -- each command has its own `Prepared`
export type Commands = { [Name in CommandName]?: Command<Name, any> };

/** A command whose name is not known to the compiler. The contract has validated that a call fits it. */
export interface AnyCommand {
  preview(call: AnyCall): Promise<{ review: { blockers: unknown[] }; checks?: CheckRequirements; about?: string }>;
  reserve?(call: AnyCall, trx: Trx, expiresAt: Date): Promise<Date | undefined>;
  prepare?(call: AnyCall): Promise<unknown>;
  maxBatchSize?: number;
  execute(executions: readonly Execution<AnyCall, unknown>[], trx: Trx): Promise<BatchOutcome<unknown>>;
  topics?(call: AnyCall): string[];
}
export type AnyCall = Omit<Call<CommandName>, 'body' | 'query' | 'path'> & {
  body: unknown;
  query: { dryRun?: boolean };
  path: unknown;
};
