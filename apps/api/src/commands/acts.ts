import { transact, type Trx } from '../platform/database/database.ts';
import type { CommandHandlers, CommandName, Call, CommandResult, Review } from '../platform/contract/operations.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { contract } from '../platform/contract/contract.ts';
import { fulfillAll, type Settle, createBatcher } from '../platform/batcher.ts';
import { originOf } from '../platform/security/origin.ts';
import { type Customer, lockCustomers } from './customers.ts';
import type { PlatformServices } from '../platform/services.ts';
import { type MfaHeader, readMfaHeader } from './header.ts';
import { createIntentLeases, type IntentLeases } from './intent-leases.ts';
import { type Claim, type ProofRequest, proveAll } from './proof.ts';
import { noScene, type Scene } from './scenes.ts';
import {
  type BoundIntent,
  findBound,
  findSubject,
  findSubjects,
  offersOf,
  openSubject,
  type Proof,
  writeAnswers,
} from './subjects.ts';

/** What a domain says of an act: how it would go, and how it is done. @typeParam Prepared what it has ready before it is done */
export type Command<Name extends CommandName, Prepared = undefined> = Previewed<Name> &
  (ExecutedAlone<Name, Prepared> | ExecutedInBatches<Name>);

interface Previewed<Name extends CommandName> {
  /**
   * What it would do, every blocker at once; nothing is changed.
   *
   * @returns the contract's review without its intent, which is opened where nothing blocks; `proof` where the codes are not
   * those of the scene: a new number's, an address that is only being bound; `about` what the codes' message names, in the
   * customer's language: an amount, a destination
   */
  preview(
    call: Call<Name>,
  ): Promise<{ review: Omit<Review<Name>, 'intentId' | 'expiresAt' | 'checkGroups'>; proof?: Proof; about?: string }>;
  /**
   * What a review sets aside until its intent expires, in the transaction that opens it.
   *
   * @returns until when it is good, where that is sooner than the intent expires
   * @throws AppError where it can't be had any more
   */
  reserve?(call: Call<Name>, trx: Trx, expiresAt: Date): Promise<Date | undefined>;
  /** Topics to wake once it is committed. */
  topics?(call: Call<Name>): string[];
}

interface ExecutedAlone<Name extends CommandName, Prepared> {
  /** What takes long, or is no business of the database's: done before the transaction, and perhaps once more by who tries again. */
  prepare?(call: Call<Name>): Promise<Prepared>;
  /**
   * Does it, in the transaction that uses its intent up: what throws here leaves the intent as it was. It asks the database
   * through that alone: a second connection, waited for while this one is held, could keep all of them waiting.
   */
  execute(call: Call<Name>, trx: Trx, prepared: Prepared): Promise<CommandResult<Name>>;
  performAll?: never;
}

interface ExecutedInBatches<Name extends CommandName> {
  /**
   * Does those of several customers that came together, one of each, in the one transaction that uses their intents up, and answers
   * in their order: what is asked for much shares its statements and its commit. What it throws leaves every intent as it was, and
   * each is done in a transaction of its own.
   *
   * @param customers theirs, by their ids, as they are held
   * @throws SomeRefused where some can't be done: they are told why, and the others are done without them
   */
  executeBatch(
    calls: readonly Call<Name>[],
    trx: Trx,
    customers: ReadonlyMap<string, Customer>,
  ): Promise<CommandResult<Name>[]>;
  perform?: never;
  prepare?: never;
}
/** Any of them: which call is which act's is known to the contract, not to the compiler. */
export interface AnyCommand {
  preview(call: AnyCall): Promise<{ review: { blockers: unknown[] }; proof?: Proof; about?: string }>;
  reserve?(call: AnyCall, trx: Trx, expiresAt: Date): Promise<Date | undefined>;
  prepare?(call: AnyCall): Promise<unknown>;
  execute?(call: AnyCall, trx: Trx, prepared: unknown): Promise<unknown>;
  executeBatch?(calls: readonly AnyCall[], trx: Trx, customers: ReadonlyMap<string, Customer>): Promise<unknown[]>;
  topics?(call: AnyCall): string[];
}
export type AnyCall = Omit<Call<CommandName>, 'body' | 'query' | 'path'> & {
  body: unknown;
  query: unknown;
  path: unknown;
};
// oxlint-disable-next-line typescript/no-explicit-any -- what an act has ready is its own business
export type Commands = { [Name in CommandName]?: Command<Name, any> };

interface Operation {
  operationId: CommandName;
  scene: Scene | typeof noScene;
  hasCaptcha: boolean;
}

const operationsById = new Map<string, Operation>(
  Object.values(contract.paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ operationId, 'x-intent': intent, 'x-mfa-scene': scene, 'x-captcha': captcha }) =>
      intent === undefined
        ? []
        : [
            [
              operationId,
              {
                operationId: operationId as CommandName,
                scene: (scene as Scene | undefined) ?? noScene,
                hasCaptcha: captcha !== undefined,
              },
            ],
          ],
    ),
);

/**
 * The one way that every act goes: reviewed, bound to an intent, proved, done once. A repeat of what was accepted gets its
 * answer before captcha and codes are looked at; the same intent with another body, session or operation gets nothing.
 */
export function commandHandlers(services: PlatformServices, acts: Commands): CommandHandlers {
  const findSeen = createBatcher({
    execute: async (ids: string[]) => {
      const found = await findBound(services.db, services, ids);
      return fulfillAll(ids.map((id) => found.get(id)));
    },
    maxBatchSize: 100,
    concurrency: 2,
  });
  const leases = createIntentLeases(services);
  return Object.fromEntries(
    Object.entries(acts).map(([operationId, act]: [string, AnyCommand]) => {
      const operation = operationsById.get(operationId);
      if (!operation) throw new Error(`${operationId} is no act of the contract`);
      const submit = createBatcher({
        execute: (accepted: Accepted[]) => dispatch(services, act, accepted),
        ...(act.executeBatch ? { maxBatchSize: 100, concurrency: 2 } : { maxBatchSize: 1, concurrency: Infinity }),
        // One of each customer's at a time: the second is judged by what the first has left.
        keyOf: ({ call }) => call.caller.customerId,
      });
      const conduct = (call: AnyCall): Promise<unknown> => {
        const bodyHmac = hmacOf(services, operation, call);
        return (call.query as { dryRun?: boolean }).dryRun
          ? preview(services, operation, act, call, bodyHmac)
          : authorize(operation, act, call, bodyHmac, { findSeen, submit, leases });
      };
      return [operationId, conduct];
    }),
  ) as CommandHandlers;
}

async function preview(
  services: PlatformServices,
  { scene }: Operation,
  act: AnyCommand,
  call: AnyCall,
  bodyHmac: Buffer,
): Promise<unknown> {
  const { db, vault } = services;
  const { review, proof, about } = await act.preview(call);
  const { customerId, sessionId } = call.caller;
  if (review.blockers.length > 0) return { ...review, checkGroups: [] };
  const { id, expiresAt } = await transact(db, async (trx) => {
    const opened = await openSubject(trx, services, {
      scene,
      customerId,
      sessionId,
      bodyHmac,
      ...proof,
      ...(about !== undefined && { targets: { ...proof?.targets, about } }),
    });
    return { ...opened, expiresAt: (await act.reserve?.(call, trx, opened.expiresAt)) ?? opened.expiresAt };
  });
  const subject = await findSubject(db, { vault }, id);
  return {
    ...review,
    intentId: id,
    expiresAt: expiresAt.toISOString(),
    checkGroups: offersOf(subject?.groups ?? [], subject?.holder).map((anyOf) => ({ anyOf })),
  };
}

/** What may be carried out, once its codes are right. */
interface Accepted {
  call: AnyCall;
  mfa: MfaHeader;
  claim: Claim;
  prepared: unknown;
}

async function authorize(
  { scene, hasCaptcha }: Operation,
  act: AnyCommand,
  call: AnyCall,
  bodyHmac: Buffer,
  {
    findSeen,
    submit,
    leases,
  }: {
    findSeen(id: string): Promise<BoundIntent | undefined>;
    submit(accepted: Accepted): Promise<unknown>;
    leases: IntentLeases;
  },
): Promise<unknown> {
  const { customerId, sessionId } = call.caller;
  const mfa = proofOf(scene, call);
  const seen = await findSeen(mfa.subjectId ?? '');
  if (seen?.scene !== scene || seen.customerId !== customerId || seen.sessionId !== sessionId)
    throw new AppError('INTENT_EXPIRED');
  if (!seen.bodyHmac?.equals(bodyHmac)) throw new AppError('INTENT_MISMATCH');
  if (seen.answer !== undefined) return seen.answer;
  const execute = async (): Promise<unknown> => {
    await call.verifyCaptcha();
    const prepared = await act.prepare?.(call);
    const claim = { scene, customerId, sessionId, bodyHmac, origin: () => originOf(call.client) };
    return submit({ call, mfa, claim, prepared });
  };
  // A captcha is good once: of repeats that race, only one may spend it. Without one they wait for the customer's row.
  if (!hasCaptcha) return execute();
  const { id } = seen;
  return leases.run(id, async () => (await findSeen(id))?.answer, execute);
}

/** Some of what came together can't be done; nothing of it was. */
export class PartialRejection extends Error {
  override readonly name = 'SomeRefused';
  /** Why, by their customers. */
  readonly refusals: ReadonlyMap<string, AppError>;

  constructor(refusals: ReadonlyMap<string, AppError>) {
    super('Some were refused');
    this.refusals = refusals;
  }
}

/**
 * All in one commit. What is refused is left out; where one breaks it for the others, or is held by something slow, each goes on by
 * itself.
 *
 * @param isWaiting for customers that something else holds
 */
async function dispatch(
  services: PlatformServices,
  act: AnyCommand,
  all: readonly Accepted[],
  isWaiting = false,
): Promise<Settle<unknown>[]> {
  const alone = async (each: Accepted): Promise<unknown> => {
    const [outcome] = await dispatch(services, act, [each], true);
    return outcome?.();
  };
  let attempt: Attempt;
  try {
    attempt = await transact(services.db, (trx) => carryOutIn(trx, services, act, all, isWaiting));
  } catch (error) {
    if (error instanceof PartialRejection) {
      const refusalOf = ({ call }: Accepted): AppError | undefined => error.refusals.get(call.caller.customerId);
      const rest = all.filter((each) => !refusalOf(each));
      const others = rest.length > 0 ? await dispatch(services, act, rest) : [];
      return all.map((each) => others[rest.indexOf(each)] ?? refusedWith(refusalOf(each)));
    }
    return all.length === 1 ? [refusedWith(error)] : all.map((each) => () => alone(each));
  }
  const { refusals, answers } = attempt;
  const done = all.filter((each) => answers.has(each));
  // Nobody's answer waits for it.
  void services.notifier.send(...new Set(done.flatMap(({ call }) => act.topics?.(call) ?? [])));
  return all.map((each) => {
    if (answers.has(each)) return () => answers.get(each);
    const refusal = refusals.get(each);
    return refusal ? refusedWith(refusal) : () => alone(each);
  });
}

const refusedWith =
  (reason: unknown): Settle<never> =>
  () => {
    throw reason;
  };

/** What was committed. Of what is in neither, the customer is held. */
interface Attempt {
  answers: Map<Accepted, unknown>;
  refusals: Map<Accepted, AppError>;
}

async function carryOutIn(
  trx: Trx,
  services: PlatformServices,
  act: AnyCommand,
  all: readonly Accepted[],
  isWaiting: boolean,
): Promise<Attempt> {
  const attempt: Attempt = { answers: new Map(), refusals: new Map() };
  // Acts of one customer follow one another, on whichever node: of repeats that race, the later one finds the answer of the earlier.
  const customerIds = all.map(({ call }) => call.caller.customerId);
  const customers = await lockCustomers(trx, services.vault, customerIds, { isWaiting });
  const free = isWaiting ? all : all.filter(({ call }) => customers.has(call.caller.customerId));
  if (free.length === 0) return attempt;
  const ids = free.map(({ mfa }) => mfa.subjectId ?? '');
  const intents = await findSubjects(trx, services, ids, { known: customers });
  const open: (ProofRequest & { accepted: Accepted })[] = [];
  for (const accepted of free) {
    const { mfa, claim } = accepted;
    const subject = intents.get(mfa.subjectId ?? '');
    if (subject?.answer === undefined) open.push({ accepted, mfa, claim, subject });
    else attempt.answers.set(accepted, subject.answer);
  }
  // What was tried is counted: a refusal is committed, anything that is thrown is not.
  const refusals = await proveAll({ ...services, db: trx }, open);
  const proven: Accepted[] = [];
  open.forEach(({ accepted }, index) => {
    const refusal = refusals[index];
    if (refusal) attempt.refusals.set(accepted, refusal);
    else proven.push(accepted);
  });
  if (proven.length === 0) return attempt;
  const answers = await perform(trx, act, proven, customers);
  await writeAnswers(trx, services, new Map(proven.map(({ mfa }, index) => [mfa.subjectId ?? '', answers[index]])));
  proven.forEach((accepted, index) => attempt.answers.set(accepted, answers[index]));
  return attempt;
}

async function perform(
  trx: Trx,
  act: AnyCommand,
  all: readonly Accepted[],
  customers: ReadonlyMap<string, Customer>,
): Promise<unknown[]> {
  if (act.executeBatch)
    return act.executeBatch(
      all.map(({ call }) => call),
      trx,
      customers,
    );
  const answers: unknown[] = [];
  // oxlint-disable-next-line no-await-in-loop -- one connection
  for (const { call, prepared } of all) answers.push(await act.execute?.(call, trx, prepared));
  return answers;
}

/** How a call says which intent it is of, and that it is its customer's. @throws AppError INTENT_MISSING, CHECK_MISSING, INVALID_REQUEST */
function proofOf(scene: Operation['scene'], { body, client }: AnyCall): MfaHeader {
  if (scene === noScene) {
    const { intentId } = body as { intentId?: string };
    if (intentId === undefined) throw new AppError('INTENT_MISSING');
    return { sceneType: noScene, subjectId: intentId, checks: [] };
  }
  const header = client.headers['x-mfa'];
  if (header === undefined) throw new AppError('INTENT_MISSING');
  return readMfaHeader(header);
}

/** Of everything that must not differ between the review and the act, whatever order its members were sent in. */
function hmacOf({ vault }: PlatformServices, { operationId, scene }: Operation, { body, path }: AnyCall): Buffer {
  return vault.blindIndex(
    canonical({ operationId, params: path, body: scene === noScene ? reviewedPart(body) : (body ?? null) }),
    'intent',
  );
}

/** Without what a form carries besides: which intent it is of, and files, which its review has not seen. */
function reviewedPart(body: unknown): unknown {
  return Object.fromEntries(
    Object.entries(body as Record<string, unknown>).filter(
      ([key, value]) => key !== 'intentId' && !Array.isArray(value),
    ),
  );
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
