import type { PaymentAssertion } from '@wusd/payouts/payment-challenge';
import type { Call, CommandName, CommandResult, Preview } from '../platform/contract/operations.ts';
import type { Trx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors/app-error.ts';
import type { Customer } from './customers.ts';
import type { CheckRequirements } from './challenges.ts';

/**
 * An operation that is previewed before it is executed, e.g. a withdrawal, a swap or a password change. The contract
 * marks it with `x-intent`. A domain implements it; `commandHandlers` adds the intent, codes, captcha, idempotency and
 * batching.
 *
 * @typeParam Prepared result of `prepare`, passed to `execute`
 */
export interface Command<Name extends CommandName, Prepared = undefined> {
  /**
   * Describes the effect and all blockers. Changes nothing.
   *
   * @returns `review`, the contract's answer without its intent (an intent is opened only if there are no blockers);
   * `checks`, overrides of the scene's checks, e.g. a new phone number as recipient or the payment that a passkey
   * approves; `about`, the text that the code's message shows in the customer's language, e.g. an amount and its
   * destination
   */
  preview(call: Call<Name>): Promise<{
    review: Omit<Preview<Name>, 'intentId' | 'expiresAt' | 'checkGroups'>;
    checks?: CheckRequirements;
    about?: string;
  }>;
  /**
   * Reserves e.g. a rate until the intent expires, in the transaction that opens the intent.
   *
   * @returns the end of the reservation, if it is earlier than the intent's expiry
   * @throws AppError if the reservation is not possible
   */
  reserve?(call: Call<Name>, trx: Trx, expiresAt: Date): Promise<Date | undefined>;
  /** Performs slow or external work before the transaction. A retry repeats it. */
  prepare?(call: Call<Name>): Promise<Prepared>;
  /** Maximum number of concurrent commands in one transaction, at most one per customer. @default 1 */
  maxBatchSize?: number;
  /**
   * Executes commands in the transaction that consumes their intents. Queries must use `trx`: waiting for a second
   * connection while holding this one could exhaust the pool. Commands that are not batched use {@link executeEach}.
   *
   * @returns results in the order of `executions`, or rejections. Rejections roll the transaction back, so that their
   * codes stay valid; the other commands are then executed without the rejected ones
   * @throws any error rolls the transaction back, and each command is executed in its own transaction
   */
  execute(executions: readonly Execution<Call<Name>, Prepared>[], trx: Trx): Promise<BatchOutcome<CommandResult<Name>>>;
  /** Topics to notify other nodes about after the commit. */
  topics?(call: Call<Name>): string[];
}

/** A command whose codes are verified. */
export interface Execution<C, Prepared = undefined> {
  call: C;
  /** The caller. The transaction holds the lock of the customer's row. */
  customer: Customer;
  prepared: Prepared;
  /** Assertion of the passkey that approved the payment, if its challenge was derived from a payment. */
  assertion?: PaymentAssertion | undefined;
}

/** Either the results of the whole batch, or the rejections by customer id; then nothing of the batch takes effect. */
export type BatchOutcome<Result> = { results: Result[] } | { rejections: ReadonlyMap<string, AppError> };

/**
 * Executes a batch one command after another.
 *
 * @param execute throws AppError to reject a command
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

/** A command whose name is unknown at compile time. Its calls are validated against the contract. */
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
