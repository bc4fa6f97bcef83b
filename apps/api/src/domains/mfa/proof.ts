import { timingSafeEqual } from 'node:crypto';
import { CheckType } from '@wusd/api-sdk/domain';
import { type Selectable, sql } from 'kysely';
import { TOTP } from 'otpauth';
import type { Clock } from '../../clock.ts';
import type { Db, Trx } from '../../database/database.ts';
import type { Database } from '../../database/types.ts';
import { Failure } from '../../http/failure.ts';
import { normalSpokenCode } from '../../security/spoken-codes.ts';
import type { Services } from '../services.ts';
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
}

/** In a transaction of the caller's, what was tried is counted only where that is committed. */
type Proving = Pick<Services, 'clock' | 'vault'> & { db: Db | Trx };

/**
 * Spends one of the five tries of a challenge or an intent on codes for every group of its scene. The counter is raised first
 * and in one statement, so that parallel guesses share the five.
 *
 * @throws Failure CODE_INCORRECT with the tries that remain and the check it is about, CODE_EXPIRED, CODE_LOCKED,
 * CHECK_MISSING (those of another scene included), CHALLENGE_INVALID, INTENT_EXPIRED
 */
export async function prove(services: Proving, mfa: MfaHeader, claim: Claim): Promise<Subject> {
  const subject = await findSubject(services.db, services, mfa.subjectId ?? '');
  const [refusal] = await proveAll(services, [{ mfa, claim, subject }]);
  if (refusal || !subject) throw refusal ?? invalid(claim);
  return subject;
}

/** A proof of something that the caller has read; undefined where there is no such thing. */
export interface Given {
  mfa: MfaHeader;
  claim: Claim;
  subject: Subject | undefined;
}

interface Chosen extends Given {
  subject: Subject;
  /** Which of the checks is for which group. */
  chosen: number[];
}

/** The same of many, each of another customer's. @returns for each the refusal that {@link prove} throws */
export async function proveAll(services: Proving, all: readonly Given[]): Promise<(Failure | undefined)[]> {
  const { db, clock } = services;
  const found = all.map(choose);
  const ids = found.flatMap((each) => (each instanceof Failure ? [] : [each.subject.id]));
  if (ids.length === 0) return found as Failure[];
  // Counted and read in one statement: what was sent, for what has a try left.
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

  const refusals: (Failure | undefined)[] = [];
  for (const each of found) {
    if (each instanceof Failure) {
      refusals.push(each);
      continue;
    }
    const { id } = each.subject;
    const sent = counted.get(id);
    // oxlint-disable-next-line no-await-in-loop -- one connection
    refusals.push(await judge(services, each, sent?.[0]?.tries, latest?.get(id), sent));
  }
  return refusals;
}

const invalid = ({ scene }: Claim): Failure =>
  new Failure(scenes[scene].proof === 'intent' ? 'INTENT_EXPIRED' : 'CHALLENGE_INVALID');

/** Which checks prove it, or why they can't: nothing has been tried then. */
function choose({ mfa, claim, subject }: Given): Chosen | Failure {
  const { sceneType, checks } = mfa;
  if (sceneType !== claim.scene) return new Failure('CHECK_MISSING');
  const isClaimed =
    subject &&
    subject.scene === claim.scene &&
    (claim.customerId === undefined || subject.customerId === claim.customerId) &&
    (claim.sessionId === undefined || subject.sessionId === claim.sessionId) &&
    (claim.device === undefined || subject.device === claim.device) &&
    (claim.bodyHmac === undefined || subject.bodyHmac?.equals(claim.bodyHmac) === true);
  if (!isClaimed) return invalid(claim);

  // What could prove it: for a challenge that nobody holds, whatever its scene asks of anybody.
  const offered = subject.holder
    ? offersOf(subject.groups, subject.holder).map((group) => group.map(({ checkType }) => checkType))
    : subject.groups;
  const chosen = offered.map((group) => checks.findIndex(({ checkType }) => group.includes(checkType)));
  return chosen.includes(-1) ? new Failure('CHECK_MISSING') : { mfa, claim, subject, chosen };
}

/** What was sent for a challenge; nothing of a check that none was sent for. */
type SentCode = {
  [Column in 'check_type' | 'code_hmac' | 'expires_at']: Selectable<Database['one_time_code']>[Column] | null;
};

/** @param tries those with this one; undefined where there is none left. @param latest read again where that is so */
async function judge(
  services: Proving,
  { mfa: { checks }, claim, subject, chosen }: Chosen,
  tries: number | undefined,
  latest: Subject | undefined,
  sent: readonly SentCode[] = [],
): Promise<Failure | undefined> {
  if (tries === undefined)
    return latest && !latest.consumedAt && latest.tries >= maxTries ? new Failure('CODE_LOCKED') : invalid(claim);
  const remainingTries = maxTries - tries;
  const incorrect = (index: number, reasonCode?: string): Failure =>
    remainingTries === 0
      ? new Failure('CODE_LOCKED')
      : new Failure(
          'CODE_INCORRECT',
          {
            remainingTries,
            field: fieldOf(index),
            ...(reasonCode === undefined ? {} : { reasonCode }),
          },
          { tries: remainingTries },
        );

  // What can be used once only comes last: a wrong e-mail code must not cost the authenticator's step.
  const order = chosen.toSorted((a, b) => Number(isSpent(checks[a])) - Number(isSpent(checks[b])));
  try {
    for (const index of order) {
      const check = checks[index];
      if (!check) continue;
      const wrong = (reason?: string): Failure => incorrect(index, reason);
      // oxlint-disable-next-line no-await-in-loop -- in this order
      if (isSpent(check)) await spend(services, subject.holder, check, wrong);
      else compareCode(services, subject.id, check, sent, index, wrong);
    }
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  return undefined;
}

function fieldOf(index: number): string {
  return `/headers/x-mfa/checks/${index}`;
}

function isSpent(check: Check | undefined): boolean {
  return check?.checkType === CheckType.AUTHENTICATOR;
}

function compareCode(
  services: Proving,
  subjectId: string,
  { checkType, code = '' }: Check,
  codes: readonly SentCode[],
  index: number,
  incorrect: (reasonCode?: string) => Failure,
): void {
  const sent = codes.find(({ check_type: type }) => type === checkType);
  if (!sent?.code_hmac || !sent.expires_at) throw incorrect('no-code-sent');
  if (!timingSafeEqual(sent.code_hmac, codeHmac(services, subjectId, checkType, code))) throw incorrect();
  if (sent.expires_at <= services.clock.now()) throw new Failure('CODE_EXPIRED', { field: fieldOf(index) });
}

/** An authenticator's code (RFC 6238, one step either way, on real time) or a recovery code: each counts once. */
async function spend(
  services: Proving,
  holder: Holder | undefined,
  { code = '', recoveryCode }: Check,
  incorrect: (reasonCode?: string) => Failure,
): Promise<void> {
  const { db, clock } = services;
  const { customer } = holder ?? {};
  if (customer?.totpSecret === undefined) throw incorrect();
  if (recoveryCode !== undefined) {
    const { numUpdatedRows } = await db
      .updateTable('recovery_code')
      .set({ used_at: clock.now() })
      .where('customer_id', '=', customer.id)
      .where('code_hmac', '=', recoveryCodeHmac(services, customer.id, recoveryCode))
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw incorrect();
    return;
  }
  const totp = new TOTP({ secret: customer.totpSecret });
  const delta = totp.validate({ token: code, window: 1 });
  if (delta === null) throw incorrect();
  const step = String(totp.counter() + delta);
  const { numUpdatedRows } = await db
    .updateTable('customer')
    .set({ totp_last_step: step })
    .where('id', '=', customer.id)
    .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw incorrect('already-used');
}

/** Written as it is shown or without its dash, in either case. */
export function recoveryCodeHmac({ vault }: Pick<Services, 'vault'>, customerId: string, code: string): Buffer {
  return vault.blindIndex(`${customerId}\0${normalSpokenCode(code)}`, 'recovery-code');
}

/**
 * Uses a proven challenge up, in the transaction of what it allowed. Of two correct proofs at once the second finds it used.
 *
 * @throws Failure CHALLENGE_INVALID
 */
export async function consume(trx: Trx, clock: Clock, subjectId: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('challenge')
    .set({ consumed_at: clock.now() })
    .where('id', '=', subjectId)
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Failure('CHALLENGE_INVALID');
}
