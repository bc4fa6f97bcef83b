import { transact, type Trx } from '../../database/database.ts';
import type { ActHandlers, ActName, Call, Done, Review } from '../../http/contract.ts';
import { Failure } from '../../http/failure.ts';
import { contract } from '../../http/spec.ts';
import type { Services } from '../services.ts';
import { type MfaHeader, readMfaHeader } from './header.ts';
import { prove } from './proof.ts';
import { noScene, type Scene } from './scenes.ts';
import { findSubject, offersOf, openSubject, type Proof, type Subject, writeAnswer } from './subjects.ts';

/** What a domain says of an act: how it would go, and how it is done. @typeParam Prepared what it has ready before it is done */
export interface Act<Name extends ActName, Prepared = undefined> {
  /**
   * What it would do, every blocker at once; nothing is changed.
   *
   * @returns the contract's review without its intent, which is opened where nothing blocks; `proof` where the codes are not
   * those of the scene: a new number's, an address that is only being bound; `about` what the codes' message names, in the
   * customer's language: an amount, a destination
   */
  review(
    call: Call<Name>,
  ): Promise<{ review: Omit<Review<Name>, 'intentId' | 'expiresAt' | 'checkGroups'>; proof?: Proof; about?: string }>;
  /**
   * What a review sets aside until its intent expires, in the transaction that opens it.
   *
   * @returns until when it is good, where that is sooner than the intent expires
   * @throws Failure where it can't be had any more
   */
  reviewed?(call: Call<Name>, trx: Trx, expiresAt: Date): Promise<Date | undefined>;
  /** What takes long, or is no business of the database's: done before the transaction, and perhaps once more by who tries again. */
  prepare?(call: Call<Name>): Promise<Prepared>;
  /**
   * Does it, in the transaction that uses its intent up: what throws here leaves the intent as it was. It asks the database
   * through that alone: a second connection, waited for while this one is held, could keep all of them waiting.
   */
  perform(call: Call<Name>, trx: Trx, prepared: Prepared): Promise<Done<Name>>;
  /** Topics to wake once it is committed. */
  wakes?(call: Call<Name>): string[];
}
/** Any of them: which call is which act's is known to the contract, not to the compiler. */
interface AnyAct {
  review(call: AnyCall): Promise<{ review: { blockers: unknown[] }; proof?: Proof; about?: string }>;
  reviewed?(call: AnyCall, trx: Trx, expiresAt: Date): Promise<Date | undefined>;
  prepare?(call: AnyCall): Promise<unknown>;
  perform(call: AnyCall, trx: Trx, prepared: unknown): Promise<unknown>;
  wakes?(call: AnyCall): string[];
}
type AnyCall = Omit<Call<ActName>, 'body' | 'query'> & { body: unknown; query: unknown };
// oxlint-disable-next-line typescript/no-explicit-any -- what an act has ready is its own business
export type Acts = { [Name in ActName]?: Act<Name, any> };

interface Operation {
  operationId: ActName;
  scene: Scene | typeof noScene;
}

const operationsById = new Map<string, Operation>(
  Object.values(contract.paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ operationId, 'x-intent': intent, 'x-mfa-scene': scene }) =>
      intent === undefined
        ? []
        : [[operationId, { operationId: operationId as ActName, scene: (scene as Scene | undefined) ?? noScene }]],
    ),
);

/**
 * The one way that every act goes: reviewed, bound to an intent, proved, done once. A repeat of what was accepted gets its
 * answer before captcha and codes are looked at; the same intent with another body, session or operation gets nothing.
 */
export function actHandlers(services: Services, acts: Acts): ActHandlers {
  return Object.fromEntries(
    Object.entries(acts).map(([operationId, act]) => {
      const operation = operationsById.get(operationId);
      if (!operation) throw new Error(`${operationId} is no act of the contract`);
      return [operationId, (call: AnyCall) => conduct(services, operation, act, call)];
    }),
  ) as ActHandlers;
}

async function conduct(services: Services, operation: Operation, act: AnyAct, call: AnyCall): Promise<unknown> {
  const bodyHmac = hmacOf(services, operation, call);
  return (call.query as { dryRun?: boolean }).dryRun
    ? look(services, operation, act, call, bodyHmac)
    : accept(services, operation, act, call, bodyHmac);
}

async function look(
  services: Services,
  { scene }: Operation,
  act: AnyAct,
  call: AnyCall,
  bodyHmac: Buffer,
): Promise<unknown> {
  const { db, vault } = services;
  const { review, proof, about } = await act.review(call);
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
    return { ...opened, expiresAt: (await act.reviewed?.(call, trx, opened.expiresAt)) ?? opened.expiresAt };
  });
  const subject = await findSubject(db, { vault }, id);
  return {
    ...review,
    intentId: id,
    expiresAt: expiresAt.toISOString(),
    checkGroups: offersOf(subject?.groups ?? [], subject?.holder).map((anyOf) => ({ anyOf })),
  };
}

async function accept(
  services: Services,
  { scene }: Operation,
  act: AnyAct,
  call: AnyCall,
  bodyHmac: Buffer,
): Promise<unknown> {
  const { db, wakeUps } = services;
  const { customerId, sessionId } = call.caller;
  const mfa = proofOf(scene, call);
  const intentId = mfa.subjectId ?? '';
  const isOwn = (subject: Subject | undefined): subject is Subject =>
    subject?.scene === scene && subject.customerId === customerId && subject.sessionId === sessionId;
  const requireBody = (subject: Subject): void => {
    if (!subject.bodyHmac?.equals(bodyHmac)) throw new Failure('INTENT_MISMATCH');
  };

  const seen = await findSubject(db, services, intentId);
  if (!isOwn(seen)) throw new Failure('INTENT_EXPIRED');
  requireBody(seen);
  if (seen.answer !== undefined) return seen.answer;
  await call.requirePerson();
  const prepared = await act.prepare?.(call);

  // The intent's row is held to the end: of repeats that race, the later one finds the answer of the earlier.
  const outcome = await transact(db, async (trx) => {
    const subject = await findSubject(trx, services, intentId, { forUpdate: true });
    if (subject?.answer !== undefined) return { answer: subject.answer };
    const refusal = await prove(
      { ...services, db: trx },
      mfa,
      { scene, customerId, sessionId, bodyHmac },
      subject,
    ).then(
      () => undefined,
      (error: unknown) => {
        // What was tried is counted: a refusal is committed, anything else is not.
        if (error instanceof Failure) return error;
        throw error;
      },
    );
    if (refusal) return { refusal };
    const answer = await act.perform(call, trx, prepared);
    await writeAnswer(trx, services, intentId, answer);
    return { answer };
  });
  if (outcome.refusal) throw outcome.refusal;
  await wakeUps.send(...(act.wakes?.(call) ?? []));
  return outcome.answer;
}

/** How a call says which intent it is of, and that it is its customer's. @throws Failure INTENT_MISSING, CHECK_MISSING, INVALID_REQUEST */
function proofOf(scene: Operation['scene'], { body, request }: AnyCall): MfaHeader {
  if (scene === noScene) {
    const { intentId } = body as { intentId?: string };
    if (intentId === undefined) throw new Failure('INTENT_MISSING');
    return { sceneType: noScene, subjectId: intentId, checks: [] };
  }
  const header = request.headers['x-mfa'];
  if (header === undefined) throw new Failure('INTENT_MISSING');
  return readMfaHeader(header);
}

/** Of everything that must not differ between the review and the act, whatever order its members were sent in. */
function hmacOf({ vault }: Services, { operationId, scene }: Operation, { body, request }: AnyCall): Buffer {
  return vault.blindIndex(
    canonical({ operationId, params: request.params, body: scene === noScene ? reviewedPart(body) : (body ?? null) }),
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
