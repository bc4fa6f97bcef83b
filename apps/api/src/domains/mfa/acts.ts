import { transact, type Trx } from '../../database/database.ts';
import type { ActHandlers, ActName, Call, Done, Review } from '../../http/contract.ts';
import { Failure } from '../../http/failure.ts';
import { contract } from '../../http/spec.ts';
import type { Services } from '../services.ts';
import { readMfaHeader } from './header.ts';
import { prove } from './proof.ts';
import type { Scene } from './scenes.ts';
import { findSubject, offersOf, openSubject, type Proof, type Subject, writeAnswer } from './subjects.ts';

/** What a domain says of an act: how it would go, and how it is done. */
export interface Act<Name extends ActName> {
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
  /**
   * Does it, in the transaction that uses its intent up: what throws here leaves the intent as it was. It asks the database
   * through that alone: a second connection, waited for while this one is held, could keep all of them waiting.
   */
  perform(call: Call<Name>, trx: Trx): Promise<Done<Name>>;
  /** Topics to wake once it is committed. */
  wakes?(call: Call<Name>): string[];
}
/** Any of them: which call is which act's is known to the contract, not to the compiler. */
interface AnyAct {
  review(call: AnyCall): Promise<{ review: { blockers: unknown[] }; proof?: Proof; about?: string }>;
  reviewed?(call: AnyCall, trx: Trx, expiresAt: Date): Promise<Date | undefined>;
  perform(call: AnyCall, trx: Trx): Promise<unknown>;
  wakes?(call: AnyCall): string[];
}
type AnyCall = Omit<Call<ActName>, 'body' | 'query'> & { body: unknown; query: unknown };
export type Acts = { [Name in ActName]?: Act<Name> };

interface Operation {
  operationId: ActName;
  scene: Scene;
}

const operationsById = new Map<string, Operation>(
  Object.values(contract.paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ operationId, 'x-intent': intent, 'x-mfa-scene': scene }) =>
      intent === undefined || scene === undefined
        ? []
        : [[operationId, { operationId: operationId as ActName, scene: scene as Scene }]],
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
  const header = call.request.headers['x-mfa'];
  if (header === undefined) throw new Failure('INTENT_MISSING');
  const mfa = readMfaHeader(header);
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
    const answer = await act.perform(call, trx);
    await writeAnswer(trx, services, intentId, answer);
    return { answer };
  });
  if (outcome.refusal) throw outcome.refusal;
  await wakeUps.send(...(act.wakes?.(call) ?? []));
  return outcome.answer;
}

/** Of everything that must not differ between the review and the act, whatever order its members were sent in. */
function hmacOf({ vault }: Services, { operationId }: Operation, { body, request }: AnyCall): Buffer {
  return vault.blindIndex(canonical({ operationId, params: request.params, body: body ?? null }), 'intent');
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
