import { randomInt } from 'node:crypto';
import { CheckType, SceneType } from '@wusd/api-sdk/domain';
import { formatMessage } from '@wusd/i18n/server';
import { raiseAlert } from '../platform/alerts/alerts.ts';
import { transact, type Trx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { enqueueMessage, renderEmail, type NewMessage } from '../platform/outbox/messages.ts';
import {
  type Cause,
  consumeAccountLimit,
  consumeRecipientLimit,
  consumeSmsBudget,
} from '../platform/outbox/recipient-limits.ts';
import type { PlatformServices } from '../platform/services.ts';
import { scenes } from './scenes.ts';
import { findChallenge, type Holder, nobody, type Challenge } from './challenges.ts';

const codeLifeMs = 5 * 60_000;
export const resendAfterMs = 60_000;
export const maxTries = 5;
export const maxResends = 5;

/**
 * Sends a new code for a challenge or an intent and invalidates the previous one. For a challenge without a recipient
 * the answer is the same, but nothing is sent.
 *
 * @param subject.sessionId the session of the intent; null for a challenge
 * @throws AppError CHALLENGE_INVALID, INTENT_EXPIRED, CODE_LOCKED, RESEND_TOO_SOON, TOO_MANY_REQUESTS, SMS_UNAVAILABLE
 */
export async function sendCode(
  services: PlatformServices,
  { id: subjectId, sessionId }: { id: string; sessionId: string | null | undefined },
  checkType: 1 | 2,
): Promise<{ expiresAt: Date; resendAt: Date }> {
  const { db, clock, vault, notifier } = services;
  const now = clock.now();
  const code = randomInt(0, 10 ** 6)
    .toString()
    .padStart(6, '0');
  const expiresAt = new Date(now.getTime() + codeLifeMs);

  const sending = transact(db, async (trx) => {
    const subject = await lockOpenChallenge(trx, services, subjectId, sessionId, checkType);
    await assertResendable(trx, subject, checkType, now);
    const row = { code_hmac: codeHmac(services, subjectId, checkType, code), sent_at: now, expires_at: expiresAt };
    await trx
      .insertInto('one_time_code')
      .values({
        owner: subject.owner,
        challenge_id: subjectId,
        check_type: checkType,
        ...row,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['owner', 'challenge_id', 'check_type'])
          .doUpdateSet((eb) => ({ ...row, resends: eb('one_time_code.resends', '+', 1) })),
      )
      .execute();
    const { holder } = subject;
    const contact = checkType === CheckType.SMS ? holder?.phone : holder?.email;
    const to = (await admit({ ...services, db: trx }, subject, checkType, contact)) ? contact : undefined;
    // Without a recipient the message is stored but never sent, so that the response time does not reveal the
    // difference.
    await enqueueMessage(trx, clock, vault, { ...wording(holder ?? nobody, subject.scene, checkType, code), to });
  });
  await sending.catch(async (error: unknown) => {
    if (error instanceof AppError && error.errorName === 'SMS_UNAVAILABLE')
      await raiseAlert(services, {
        kind: 'sms-daily-cap',
        entityId: 'sms',
        details: { limit: String(services.settings.smsDailyCap) },
      });
    throw error;
  });
  await notifier.send('messages');
  return { expiresAt, resendAt: new Date(now.getTime() + resendAfterMs) };
}

/**
 * Locks an open challenge or intent that accepts this check type.
 *
 * @throws AppError CHALLENGE_INVALID, INTENT_EXPIRED, CODE_LOCKED
 */
export async function lockOpenChallenge(
  trx: Trx,
  services: Pick<PlatformServices, 'clock' | 'vault'>,
  id: string,
  sessionId: string | null | undefined,
  checkType: 1 | 2 | 4,
): Promise<Challenge> {
  // The lock serializes concurrent requests, so that only one code is sent.
  const subject = await findChallenge(trx, services, id, { forUpdate: true });
  const isOffered = subject && subject.groups.some((group) => group.includes(checkType));
  if (!isOffered || subject.sessionId !== sessionId || subject.consumedAt || subject.expiresAt <= services.clock.now())
    throw new AppError(id.startsWith('int') ? 'INTENT_EXPIRED' : 'CHALLENGE_INVALID');
  if (subject.tries >= maxTries) throw new AppError('CODE_LOCKED');
  return subject;
}

/** @throws AppError RESEND_TOO_SOON, CODE_LOCKED */
async function assertResendable(trx: Trx, { owner, id }: Challenge, checkType: 1 | 2, now: Date): Promise<void> {
  const earlier = await trx
    .selectFrom('one_time_code')
    .selectAll()
    .where('owner', '=', owner)
    .where('challenge_id', '=', id)
    .where('check_type', '=', checkType)
    .executeTakeFirst();
  if (!earlier) return;
  const availableAt = new Date(earlier.sent_at.getTime() + resendAfterMs);
  if (availableAt > now) {
    const seconds = Math.ceil((availableAt.getTime() - now.getTime()) / 1000);
    throw new AppError('RESEND_TOO_SOON', { availableAt: availableAt.toISOString() }, { seconds });
  }
  if (earlier.resends >= maxResends) throw new AppError('CODE_LOCKED');
}

/**
 * Counts a code against the limits of its account and its recipient, and an SMS against the daily limit.
 *
 * @returns whether to send it; false instead of an error if the error would reveal that an account exists
 * @throws AppError TOO_MANY_REQUESTS, SMS_UNAVAILABLE
 */
async function admit(
  services: Pick<PlatformServices, 'clock' | 'vault' | 'settings'> & { db: Trx },
  { scene, account, holder }: Challenge,
  checkType: 1 | 2,
  to: string | undefined,
): Promise<boolean> {
  const channel = checkType === CheckType.SMS ? 'sms' : 'email';
  const own = checkType === CheckType.SMS ? holder?.customer?.phone : holder?.customer?.email;
  const cause = causeOf(scene, own !== undefined && own === to);
  await consumeAccountLimit(services, channel, account, cause);
  const isAdmitted = await consumeRecipientLimit(services, channel, to ?? `nobody ${account}`, cause).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && scenes[scene].offersAll === true) return false;
      throw error;
    },
  );
  if (channel === 'sms') await consumeSmsBudget(services, cause, to === undefined || !isAdmitted ? 0 : 1);
  return isAdmitted && to !== undefined;
}

function causeOf(scene: Challenge['scene'], isOwn: boolean): Cause {
  if (scene === SceneType.LOGIN) return 'sign-in';
  // A number or address that the caller entered may belong to somebody else, even in a session.
  return scenes[scene].authorizedBy === 'intent' && isOwn ? 'session' : 'stranger';
}

export function codeHmac(
  { vault }: Pick<PlatformServices, 'vault'>,
  subjectId: string,
  checkType: number,
  code: string,
): Buffer {
  return vault.blindIndex(`${subjectId}\0${checkType}\0${code}`, 'one-time-code');
}

function wording(holder: Holder, scene: keyof typeof scenes, checkType: 1 | 2, code: string): Omit<NewMessage, 'to'> {
  const { language, name, notice, about } = holder;
  if (notice !== undefined) return { channel: 'email', ...renderEmail(holder, notice, { name }) };
  const act = about ?? formatMessage(language, scenes[scene].act);
  const minutes = codeLifeMs / 60_000;
  if (checkType === CheckType.SMS)
    return {
      channel: 'sms',
      subject: '',
      text: formatMessage(language, 'message.code.sms', { code, act, minutes }),
      code,
    };
  return { channel: 'email', ...renderEmail(holder, 'message.code', { code, act, minutes, name }), code };
}
