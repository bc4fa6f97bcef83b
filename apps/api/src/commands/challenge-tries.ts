import { sql } from 'kysely';
import type { Clock } from '@wusd/server-kit/clock';
import type { Trx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors/app-error.ts';
import type { Origin } from '../platform/security/origin.ts';
import { maxTries } from './codes.ts';
import type { SentCode, Verification } from './factor-checks.ts';
import type { MfaHeader } from './mfa-header.ts';
import { type noScene, type Scene, scenes } from './scenes.ts';
import { findChallenges, type Challenge } from './challenges.ts';

/** Values that a challenge must match. In public operations the challenge identifies the customer, not the caller. */
export interface ChallengeClaim {
  scene: Scene | typeof noScene;
  customerId?: string;
  sessionId?: string;
  device?: string;
  /** HMAC of the request body that the intent was opened with. */
  bodyHmac?: Buffer;
  /** Called only to record a wrong code. */
  origin(): Pick<Origin, 'agent' | 'network'>;
}

/** Codes that a caller submits for a challenge that is already loaded. */
export interface CheckSubmission {
  mfa: MfaHeader;
  claim: ChallengeClaim;
  subject: Challenge | undefined;
}

export interface SelectedChecks extends CheckSubmission {
  subject: Challenge;
  /** Positions in `mfa.checks`, in the order in which they are verified. */
  order: readonly number[];
}

export interface CountedSubmission {
  submission: SelectedChecks;
  /** Tries of the challenge so far, including this one. */
  tries: number;
  sent: readonly SentCode[];
}

/** Counts a try for each challenge that has tries left, and returns the codes that were sent for it. */
export async function countTries(
  services: Verification,
  submissions: readonly SelectedChecks[],
): Promise<{ tried: CountedSubmission[]; refusals: Map<SelectedChecks, AppError> }> {
  const { db, clock } = services;
  const ids = submissions.map(({ subject }) => subject.id);
  const rows = await db
    .with('counted', (cte) =>
      cte
        .updateTable('challenge')
        .set((eb) => ({ tries: eb('tries', '+', 1) }))
        .where('id', '=', sql<string>`any(${ids})`)
        .where('tries', '<', maxTries)
        .where('consumed_at', 'is', null)
        .where('expires_at', '>', clock.now())
        .returning(['owner', 'id', 'tries']),
    )
    .selectFrom('counted')
    .leftJoin('one_time_code as code', (join) =>
      join.onRef('code.owner', '=', 'counted.owner').onRef('code.challenge_id', '=', 'counted.id'),
    )
    .select(['counted.id', 'counted.tries', 'code.check_type', 'code.code_hmac', 'code.expires_at'])
    .execute();
  const counted = Map.groupBy(rows, ({ id }) => id);
  // Another call may have used the last try after the challenge was read.
  const latest = counted.size < ids.length ? await findChallenges(db, services, ids) : undefined;
  const refusals = new Map<SelectedChecks, AppError>();
  const tried: CountedSubmission[] = [];
  for (const submission of submissions) {
    const sent = counted.get(submission.subject.id);
    if (sent?.[0]) tried.push({ submission, tries: sent[0].tries, sent });
    else {
      const now = latest?.get(submission.subject.id);
      const isLocked = now && !now.consumedAt && now.tries >= maxTries;
      refusals.set(submission, isLocked ? new AppError('CODE_LOCKED') : invalidChallenge(submission.claim));
    }
  }
  return { tried, refusals };
}

export async function refundTries({ db }: Verification, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('challenge')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();
}

/** The error for a challenge or intent that is unknown, used or expired. */
export const invalidChallenge = ({ scene }: ChallengeClaim): AppError =>
  new AppError(scenes[scene].authorizedBy === 'intent' ? 'INTENT_EXPIRED' : 'CHALLENGE_INVALID');

/**
 * Consumes a verified challenge in the transaction that it authorizes. The second of two concurrent calls is rejected.
 *
 * @throws AppError CHALLENGE_INVALID
 */
export async function consumeChallenge(trx: Trx, clock: Clock, subjectId: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('challenge')
    .set({ consumed_at: clock.now() })
    .where('id', '=', subjectId)
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('CHALLENGE_INVALID');
}
