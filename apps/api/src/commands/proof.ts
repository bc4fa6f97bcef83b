import { timingSafeEqual } from 'node:crypto';
import { CheckType } from '@wusd/api-sdk/domain';
import { type Selectable, sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Clock } from '../platform/clock.ts';
import type { Db, Trx } from '../platform/database/database.ts';
import type { Database, Factor } from '../platform/database/types.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { normalSpokenCode } from '../platform/security/spoken-codes.ts';
import { deviceHash } from './known-devices.ts';
import type { Origin } from '../platform/security/origin.ts';
import { type AccessFailure, recordAccessFailures } from './access-failures.ts';
import type { PlatformServices } from '../platform/services.ts';
import {
  type Attempt,
  type Blocked,
  countAttempts,
  type Counted,
  failuresBeforeDelay,
  maxFailures,
  resetFailures,
  uncountAttempts,
} from './attempts.ts';
import { codeHmac, maxTries } from './codes.ts';
import type { MfaHeader } from './header.ts';
import { type noScene, type Scene, scenes } from './scenes.ts';
import { findSubject, findSubjects, type Holder, offersOf, type Subject } from './subjects.ts';

/** A code, or a recovery code in place of the authenticator's. */
export type Check =
  | { checkType: 1 | 2 | 3; code: string; recoveryCode?: never }
  | { checkType: 3; recoveryCode: string; code?: never };

/** Whose proof it must be. A public act names nobody: the challenge itself says whose it is. */
export interface Claim {
  scene: Scene | typeof noScene;
  customerId?: string;
  sessionId?: string;
  device?: string;
  /** Of what it was opened for. */
  bodyHmac?: Buffer;
  /** Read where a wrong code is recorded. */
  origin(): Pick<Origin, 'agent' | 'network'>;
}

/** In a transaction of the caller's, what was tried is counted only where that is committed. */
type Proving = Pick<PlatformServices, 'clock' | 'vault'> & { db: Db | Trx };

/**
 * Spends one of the five tries of a challenge or an intent on codes for every group of its scene. The counter is raised first
 * and in one statement, so that parallel guesses share the five. Wrong codes count against the account and its factor as well,
 * whichever challenge they were tried with.
 *
 * @throws AppError CODE_INCORRECT with the tries that remain and the check it is about, CODE_EXPIRED, CODE_LOCKED,
 * CODE_PAUSED with the time of the next try, FACTOR_LOCKED, CHECK_MISSING (those of another scene included),
 * CHALLENGE_INVALID, INTENT_EXPIRED
 */
export async function authorizeChecks(services: Proving, mfa: MfaHeader, claim: Claim): Promise<Subject> {
  const subject = await findSubject(services.db, services, mfa.subjectId ?? '');
  const [refusal] = await proveAll(services, [{ mfa, claim, subject }]);
  if (refusal || !subject) throw refusal ?? invalid(claim);
  return subject;
}

/** A proof of something that the caller has read; undefined where there is no such thing. */
export interface ProofRequest {
  mfa: MfaHeader;
  claim: Claim;
  subject: Subject | undefined;
}

interface Chosen extends ProofRequest {
  subject: Subject;
  /** Positions of the checks that are tried, in the order in which they are. */
  order: readonly number[];
}

/** The same of many, each of another customer's. @returns for each the refusal that {@link authorizeChecks} throws */
export async function proveAll(services: Proving, all: readonly ProofRequest[]): Promise<(AppError | undefined)[]> {
  const found = all.map(choose);
  const proofs = found.filter((each): each is Chosen => !(each instanceof AppError));
  if (proofs.length === 0) return found as AppError[];
  const refusals = await judgeAll(services, proofs);
  return found.map((each) => (each instanceof AppError ? each : refusals.get(each)));
}

/** Counts a try of each challenge and then of each factor, checks, and takes back what was no failure. */
async function judgeAll(services: Proving, proofs: readonly Chosen[]): Promise<Map<Chosen, AppError>> {
  const { tried, refusals } = await countTries(services, proofs);
  const attempts = tried.map(({ proof }) => attemptsOf(services, proof));
  const counted = (await countAttempts(services, attempts.flat())).values();
  const tally: Tally = { proved: [], unchecked: [], failures: [], unused: [] };
  for (const each of tried) {
    const counts = new Map(each.proof.order.map((index) => [index, counted.next().value as Counted | Blocked]));
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const refusal = await judge(services, { ...each, counts }, tally);
    if (refusal) refusals.set(each.proof, refusal);
  }
  await resetFailures(services, tally.proved);
  await uncountAttempts(services, tally.unchecked);
  await giveTriesBack(services, tally.unused);
  await recordAccessFailures(services, tally.failures);
  return refusals;
}

/** What is written once all are judged. */
interface Tally {
  proved: Counted[];
  unchecked: Counted[];
  failures: AccessFailure[];
  /** Challenges whose try was not used: a factor is paused. */
  unused: string[];
}

/** What was sent for a challenge; nothing of a check that none was sent for. */
type SentCode = {
  [Column in 'check_type' | 'code_hmac' | 'expires_at']: Selectable<Database['one_time_code']>[Column] | null;
};

interface Tried {
  proof: Chosen;
  /** Those of the challenge, with this one. */
  tries: number;
  sent: readonly SentCode[];
}

/** Raises the counters of challenges that have a try left, and reads what was sent for them. */
async function countTries(
  services: Proving,
  proofs: readonly Chosen[],
): Promise<{ tried: Tried[]; refusals: Map<Chosen, AppError> }> {
  const { db, clock } = services;
  const ids = proofs.map(({ subject }) => subject.id);
  const rows = await db
    .with('counted', (cte) =>
      cte
        .updateTable('challenge')
        .set((eb) => ({ tries: eb('tries', '+', 1) }))
        .where('id', '=', sql<string>`any(${ids})`)
        .where('tries', '<', maxTries)
        .where('consumed_at', 'is', null)
        .where('expires_at', '>', clock.now())
        .returning(['id', 'tries']),
    )
    .selectFrom('counted')
    .leftJoin('one_time_code as code', 'code.challenge_id', 'counted.id')
    .select(['counted.id', 'counted.tries', 'code.check_type', 'code.code_hmac', 'code.expires_at'])
    .execute();
  const counted = Map.groupBy(rows, ({ id }) => id);
  // Others may have guessed since they were read.
  const latest = counted.size < ids.length ? await findSubjects(db, services, ids) : undefined;
  const refusals = new Map<Chosen, AppError>();
  const tried: Tried[] = [];
  for (const proof of proofs) {
    const sent = counted.get(proof.subject.id);
    if (sent?.[0]) tried.push({ proof, tries: sent[0].tries, sent });
    else {
      const now = latest?.get(proof.subject.id);
      const isLocked = now && !now.consumedAt && now.tries >= maxTries;
      refusals.set(proof, isLocked ? new AppError('CODE_LOCKED') : invalid(proof.claim));
    }
  }
  return { tried, refusals };
}

async function giveTriesBack({ db }: Proving, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('challenge')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();
}

const invalid = ({ scene }: Claim): AppError =>
  new AppError(scenes[scene].proof === 'intent' ? 'INTENT_EXPIRED' : 'CHALLENGE_INVALID');

/** Which checks prove it, or why they can't: nothing has been tried then. */
function choose({ mfa, claim, subject }: ProofRequest): Chosen | AppError {
  const { sceneType, checks } = mfa;
  if (sceneType !== claim.scene) return new AppError('CHECK_MISSING');
  const isClaimed =
    subject &&
    subject.scene === claim.scene &&
    (claim.customerId === undefined || subject.customerId === claim.customerId) &&
    (claim.sessionId === undefined || subject.sessionId === claim.sessionId) &&
    (claim.device === undefined || subject.device === claim.device) &&
    (claim.bodyHmac === undefined || subject.bodyHmac?.equals(claim.bodyHmac) === true);
  if (!isClaimed) return invalid(claim);

  // A stranger is offered whatever the scene asks of anybody: which factors are bound would tell that there is an account.
  const isStranger = !subject.holder || scenes[subject.scene].offersAll === true;
  const offered = isStranger
    ? subject.groups
    : offersOf(subject.groups, subject.holder).map((group) => group.map(({ checkType }) => checkType));
  const chosen = offered.map((group) => checks.findIndex(({ checkType }) => group.includes(checkType)));
  if (chosen.includes(-1)) return new AppError('CHECK_MISSING');
  // What can be used once only comes last: a wrong e-mail code must not cost the authenticator's step.
  const order = [...new Set(chosen)].toSorted((a, b) => Number(isSpent(checks[a])) - Number(isSpent(checks[b])));
  return { mfa, claim, subject, order };
}

function factorOf({ checkType, recoveryCode }: Check): Factor {
  if (checkType === CheckType.SMS) return 'sms';
  if (checkType === CheckType.EMAIL) return 'email';
  return recoveryCode === undefined ? 'authenticator' : 'recovery code';
}

/** What the checks of a proof count against, in their order. */
function attemptsOf({ vault }: Proving, { mfa: { checks }, subject, order }: Chosen): Attempt[] {
  const { account, customerId, device, scene } = subject;
  const hash = customerId !== null && device !== null ? deviceHash(vault, customerId, device) : null;
  const { proof, failureBucket = proof === 'intent' ? 'session' : 'sign-in' } = scenes[scene];
  return order.flatMap((index) => {
    const check = checks[index];
    return check ? { account, customerId, deviceHash: hash, bucket: failureBucket, factor: factorOf(check) } : [];
  });
}

const isBlocked = (count: Counted | Blocked): count is Blocked => !('failures' in count);

interface Judged extends Tried {
  /** Of each check, by its position. */
  counts: ReadonlyMap<number, Counted | Blocked>;
}

/** @returns why it is refused; undefined where every check is right */
async function judge(services: Proving, judged: Judged, tally: Tally): Promise<AppError | undefined> {
  const { proof, tries, sent, counts } = judged;
  const { subject, order } = proof;
  const blocked = order.find((index) => isBlocked(counts.get(index) as Counted | Blocked));
  if (blocked !== undefined) {
    tally.unchecked.push(...[...counts.values()].filter((count): count is Counted => !isBlocked(count)));
    tally.unused.push(subject.id);
    return pausedAt(services, judged, blocked, tally);
  }
  const remainingTries = maxTries - tries;
  const incorrect = (index: number, reasonCode?: string): AppError =>
    remainingTries === 0
      ? new AppError('CODE_LOCKED')
      : new AppError(
          'CODE_INCORRECT',
          { remainingTries, field: fieldOf(index), ...(reasonCode === undefined ? {} : { reasonCode }) },
          { tries: remainingTries },
        );
  for (const [position, index] of order.entries()) {
    const check = proof.mfa.checks[index];
    const count = counts.get(index);
    if (!check || !count || isBlocked(count)) continue;
    const wrong = (reason?: string): AppError => incorrect(index, reason);
    // oxlint-disable-next-line no-await-in-loop -- in this order
    const refusal = await (isSpent(check)
      ? spend(services, subject.holder, check, wrong)
      : compareCode(services, subject, check, sent, index, wrong));
    if (!refusal) {
      tally.proved.push(count);
      continue;
    }
    const rest = order.slice(position + 1).map((other) => counts.get(other));
    tally.unchecked.push(...rest.filter((other): other is Counted => other !== undefined && !isBlocked(other)));
    // The code was right, if late.
    if (refusal.errorName === 'CODE_EXPIRED') tally.unchecked.push(count);
    else tally.failures.push(...wrongCode(proof, count));
    return refusal;
  }
  return undefined;
}

function recordOf({ claim, subject }: Chosen, factor: Factor): Omit<AccessFailure, 'act'> {
  const { agent, network } = claim.origin();
  const { account, customerId } = subject;
  return { account: customerId ?? account, customerId: customerId ?? undefined, factor, agent, network };
}

/** How a wrong code is recorded: the failures that begin a pause and lock a factor are told to the owner. */
function wrongCode(proof: Chosen, { factor, failures }: Counted): AccessFailure[] {
  const record = recordOf(proof, factor);
  return [
    { ...record, act: 'wrong code' },
    ...(failures === failuresBeforeDelay ? [{ ...record, act: 'codes paused', notify: true } as const] : []),
    ...(failures === maxFailures ? [{ ...record, act: 'codes locked', notify: true } as const] : []),
  ];
}

function pausedAt({ clock }: Proving, { proof, counts }: Judged, index: number, tally: Tally): AppError {
  const { availableAt } = counts.get(index) as Blocked;
  const check = proof.mfa.checks[index] as Check;
  const act = availableAt ? 'codes paused' : 'codes locked';
  tally.failures.push({ ...recordOf(proof, factorOf(check)), act });
  const field = fieldOf(index);
  if (!availableAt) return new AppError('FACTOR_LOCKED', { field });
  const minutes = Math.max(1, Math.ceil((availableAt.getTime() - clock.now().getTime()) / 60_000));
  return new AppError('CODE_PAUSED', { availableAt: availableAt.toISOString(), field }, { minutes });
}

function fieldOf(index: number): string {
  return `/headers/x-mfa/checks/${index}`;
}

function isSpent(check: Check | undefined): boolean {
  return check?.checkType === CheckType.AUTHENTICATOR;
}

function compareCode(
  services: Proving,
  { id, holder }: Subject,
  { checkType, code = '' }: Check,
  codes: readonly SentCode[],
  index: number,
  incorrect: (reasonCode?: string) => AppError,
): AppError | undefined {
  const sent = codes.find(({ check_type: type }) => type === checkType);
  if (!sent?.code_hmac || !sent.expires_at) return incorrect('no-code-sent');
  const isRight = timingSafeEqual(sent.code_hmac, codeHmac(services, id, checkType, code));
  // A code that was made for nobody proves nothing, even where it is guessed.
  const recipient = checkType === CheckType.SMS ? holder?.phone : holder?.email;
  if (!isRight || recipient === undefined) return incorrect();
  return sent.expires_at <= services.clock.now() ? new AppError('CODE_EXPIRED', { field: fieldOf(index) }) : undefined;
}

/** Stands in for the secret where there is none, so that such a try takes the same work. */
const noSecret = new Secret({ size: 20 });

/** An authenticator's code (RFC 6238, one step either way, on real time) or a recovery code: each counts once. */
async function spend(
  services: Proving,
  holder: Holder | undefined,
  { code = '', recoveryCode }: Check,
  incorrect: (reasonCode?: string) => AppError,
): Promise<AppError | undefined> {
  const { db, clock } = services;
  const { id = '', totpSecret } = holder?.customer ?? {};
  if (recoveryCode !== undefined) {
    const { numUpdatedRows } = await db
      .updateTable('recovery_code')
      .set({ used_at: clock.now() })
      .where('customer_id', '=', id)
      .where('code_hmac', '=', recoveryCodeHmac(services, id, recoveryCode))
      .where('used_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 0n ? incorrect() : undefined;
  }
  const totp = new TOTP({ secret: totpSecret ?? noSecret });
  const delta = totp.validate({ token: code, window: 1 });
  if (delta === null || totpSecret === undefined) return incorrect();
  const step = String(totp.counter() + delta);
  const { numUpdatedRows } = await db
    .updateTable('customer')
    .set({ totp_last_step: step })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows === 0n ? incorrect('already-used') : undefined;
}

/** Written as it is shown or without its dash, in either case. */
export function recoveryCodeHmac({ vault }: Pick<PlatformServices, 'vault'>, customerId: string, code: string): Buffer {
  return vault.blindIndex(`${customerId}\0${normalSpokenCode(code)}`, 'recovery-code');
}

/**
 * Uses a proven challenge up, in the transaction of what it allowed. Of two correct proofs at once the second finds it used.
 *
 * @throws AppError CHALLENGE_INVALID
 */
export async function consume(trx: Trx, clock: Clock, subjectId: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('challenge')
    .set({ consumed_at: clock.now() })
    .where('id', '=', subjectId)
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('CHALLENGE_INVALID');
}
