import type { Settle } from '../platform/batcher.ts';
import { transact, type Trx } from '../platform/database/database.ts';
import type { AppError } from '../platform/errors/app-error.ts';
import type { PlatformServices } from '../platform/services.ts';
import type { AnyCall, AnyCommand } from './command.ts';
import { lockCustomers } from './customers.ts';
import type { MfaHeader } from './mfa-header.ts';
import { type CheckOutcome, verifyAllChecks } from './verify-checks.ts';
import type { ChallengeClaim, CheckSubmission } from './challenge-tries.ts';
import { findChallenges, storeAnswers } from './challenges.ts';

/** A command that waits for the verification of its codes. */
export interface PendingCommand {
  call: AnyCall;
  mfa: MfaHeader;
  claim: ChallengeClaim;
  prepared: unknown;
}

/**
 * Executes a batch of commands in one transaction. If the domain rejects commands, the others are executed without
 * them. If a batch fails unexpectedly, each command is executed alone. A command whose customer another transaction
 * has locked is also executed alone, so that it delays no other.
 *
 * @param waitsForLocks whether to wait for customers that another transaction has locked
 */
export async function dispatch(
  services: PlatformServices,
  command: AnyCommand,
  batch: readonly PendingCommand[],
  waitsForLocks = false,
): Promise<Settle<unknown>[]> {
  const executeAlone = async (each: PendingCommand): Promise<unknown> => {
    const [settle] = await dispatch(services, command, [each], true);
    return settle?.();
  };
  let outcome: BatchOutcome;
  try {
    outcome = await transact(services.db, (trx) => executeBatch(trx, services, command, batch, waitsForLocks));
  } catch (error) {
    if (error instanceof BatchRejected) return dispatchRest(services, command, batch, error.rejections);
    return batch.length === 1 ? [rejectWith(error)] : batch.map((each) => () => executeAlone(each));
  }
  const { rejections, answers } = outcome;
  const executed = batch.filter((each) => answers.has(each));
  // Not awaited, so that the notification does not delay the answers.
  void services.notifier.send(...new Set(executed.flatMap(({ call }) => command.topics?.(call) ?? [])));
  return batch.map((each) => {
    if (answers.has(each)) return () => answers.get(each);
    const rejection = rejections.get(each);
    return rejection ? rejectWith(rejection) : () => executeAlone(each);
  });
}

/** Executes the remaining commands after the rejections rolled the batch back. */
async function dispatchRest(
  services: PlatformServices,
  command: AnyCommand,
  batch: readonly PendingCommand[],
  rejections: ReadonlyMap<string, AppError>,
): Promise<Settle<unknown>[]> {
  const rejectionOf = ({ call }: PendingCommand): AppError | undefined => rejections.get(call.caller.customerId);
  const rest = batch.filter((each) => !rejectionOf(each));
  const settled = rest.length > 0 ? await dispatch(services, command, rest) : [];
  return batch.map((each) => settled[rest.indexOf(each)] ?? rejectWith(rejectionOf(each)));
}

/** Thrown to roll back a transaction in which the domain rejected some commands. */
class BatchRejected extends Error {
  override readonly name = 'BatchRejected';
  /** Rejections by customer id. */
  readonly rejections: ReadonlyMap<string, AppError>;

  constructor(rejections: ReadonlyMap<string, AppError>) {
    super('Some commands of a batch were rejected');
    this.rejections = rejections;
  }
}

const rejectWith =
  (reason: unknown): Settle<never> =>
  () => {
    throw reason;
  };

/** Outcome of one transaction. Commands in neither map belong to customers that another transaction has locked. */
interface BatchOutcome {
  answers: Map<PendingCommand, unknown>;
  rejections: Map<PendingCommand, AppError>;
}

async function executeBatch(
  trx: Trx,
  services: PlatformServices,
  command: AnyCommand,
  batch: readonly PendingCommand[],
  waitsForLocks: boolean,
): Promise<BatchOutcome> {
  const outcome: BatchOutcome = { answers: new Map(), rejections: new Map() };
  // The customer's lock serializes commands across nodes, so a concurrent repeat finds the answer of the first call.
  const customerIds = batch.map(({ call }) => call.caller.customerId);
  const customers = await lockCustomers(trx, services.vault, customerIds, { isWaiting: waitsForLocks });
  const locked = waitsForLocks ? batch : batch.filter(({ call }) => customers.has(call.caller.customerId));
  if (locked.length === 0) return outcome;
  const intents = await findChallenges(
    trx,
    services,
    locked.map(({ mfa }) => mfa.challengeId ?? ''),
    { known: customers },
  );
  const unanswered: (CheckSubmission & { pending: PendingCommand })[] = [];
  for (const pending of locked) {
    const { mfa, claim } = pending;
    const subject = intents.get(mfa.challengeId ?? '');
    if (subject?.answer === undefined) unanswered.push({ pending, mfa, claim, subject });
    else outcome.answers.set(pending, subject.answer);
  }
  // A rejected code is counted, so the transaction must commit. A thrown error would roll the count back.
  const checked = await verifyAllChecks({ ...services, db: trx }, unanswered);
  const authorized: { pending: PendingCommand; assertion: CheckOutcome['assertion'] }[] = [];
  unanswered.forEach(({ pending }, index) => {
    const { refusal, assertion } = checked[index] ?? {};
    if (refusal) outcome.rejections.set(pending, refusal);
    else authorized.push({ pending, assertion });
  });
  if (authorized.length === 0) return outcome;
  const executions = authorized.map(({ pending, assertion }) => {
    const customer = customers.get(pending.call.caller.customerId);
    if (!customer) throw new Error('A command was authorized without the lock of its customer');
    return { ...pending, customer, assertion };
  });
  const executed = await command.execute(executions, trx);
  if ('rejections' in executed) throw new BatchRejected(executed.rejections);
  const { results } = executed;
  await storeAnswers(
    trx,
    services,
    new Map(authorized.map(({ pending }, index) => [pending.mfa.challengeId ?? '', results[index]])),
  );
  authorized.forEach(({ pending }, index) => outcome.answers.set(pending, results[index]));
  return outcome;
}
