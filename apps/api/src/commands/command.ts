import type { Call, CommandName, CommandResult, Preview } from '../platform/contract/operations.ts';
import type { Trx } from '../platform/database/database.ts';
import type { AppError } from '../platform/errors/app-error.ts';
import type { Customer } from './customers.ts';
import type { CheckRequirements } from './challenges.ts';

/**
 * An operation that is previewed before it is executed: a withdrawal, a swap, a change of a password. The contract marks it with
 * `x-intent`. A domain implements it; `commandHandlers` adds the intent, codes, captcha, idempotency and batching.
 *
 * @typeParam Prepared what `prepare` hands to `execute`
 */
export type Command<Name extends CommandName, Prepared = undefined> = Previewed<Name> &
  (ExecutedAlone<Name, Prepared> | ExecutedInBatches<Name>);

interface Previewed<Name extends CommandName> {
  /**
   * Describes the effect and every blocker at once. Changes nothing.
   *
   * @returns `review`, the contract's answer without its intent, which is opened where nothing blocks; `proof`, where codes go
   * elsewhere than the scene says (a new phone number); `about`, what the code's message names in the customer's language, e.g.
   * an amount and its destination
   */
  preview(call: Call<Name>): Promise<{
    review: Omit<Preview<Name>, 'intentId' | 'expiresAt' | 'checkGroups'>;
    proof?: CheckRequirements;
    about?: string;
  }>;
  /**
   * Reserves something until the intent expires, e.g. a rate, in the transaction that opens the intent.
   *
   * @returns when the reservation ends, where that is before the intent expires
   * @throws AppError where it is no longer available
   */
  reserve?(call: Call<Name>, trx: Trx, expiresAt: Date): Promise<Date | undefined>;
  /** Topics to notify other nodes about after the commit. */
  topics?(call: Call<Name>): string[];
}

interface ExecutedAlone<Name extends CommandName, Prepared> {
  /** Slow or external work, done before the transaction. A retry repeats it. */
  prepare?(call: Call<Name>): Promise<Prepared>;
  /**
   * Executes the command in the transaction that consumes its intent; an error rolls back both. It queries through `trx` only: a
   * second connection, awaited while this one is held, could exhaust the pool.
   */
  execute(call: Call<Name>, trx: Trx, prepared: Prepared): Promise<CommandResult<Name>>;
  executeBatch?: never;
}

interface ExecutedInBatches<Name extends CommandName> {
  /**
   * Executes concurrent commands of several customers, one each, in one transaction. Any other error than `PartialRejection` rolls
   * the batch back and executes each command in a transaction of its own.
   *
   * @param customers by their ids, locked
   * @returns results in the order of `calls`
   * @throws PartialRejection where some are rejected; the rest is executed again without them
   */
  executeBatch(
    calls: readonly Call<Name>[],
    trx: Trx,
    customers: ReadonlyMap<string, Customer>,
  ): Promise<CommandResult<Name>[]>;
  execute?: never;
  prepare?: never;
}

// oxlint-disable-next-line typescript/no-explicit-any -- each command has its own `Prepared`
export type Commands = { [Name in CommandName]?: Command<Name, any> };

/** A command whose name is not known to the compiler. The contract has validated that a call fits it. */
export interface AnyCommand {
  preview(call: AnyCall): Promise<{ review: { blockers: unknown[] }; proof?: CheckRequirements; about?: string }>;
  reserve?(call: AnyCall, trx: Trx, expiresAt: Date): Promise<Date | undefined>;
  prepare?(call: AnyCall): Promise<unknown>;
  execute?(call: AnyCall, trx: Trx, prepared: unknown): Promise<unknown>;
  executeBatch?(calls: readonly AnyCall[], trx: Trx, customers: ReadonlyMap<string, Customer>): Promise<unknown[]>;
  topics?(call: AnyCall): string[];
}
export type AnyCall = Omit<Call<CommandName>, 'body' | 'query' | 'path'> & {
  body: unknown;
  query: { dryRun?: boolean };
  path: unknown;
};

/** Some commands of a batch are rejected. Nothing was written for any of them. */
export class PartialRejection extends Error {
  override readonly name = 'PartialRejection';
  /** Reasons by customer id. */
  readonly reasons: ReadonlyMap<string, AppError>;

  constructor(reasons: ReadonlyMap<string, AppError>) {
    super('Some commands of a batch were rejected');
    this.reasons = reasons;
  }
}
