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
import { findSubject, type Holder, type Subject } from './subjects.ts';

const codeLifeMs = 5 * 60_000;
const resendAfterMs = 60_000;
export const maxTries = 5;
const maxResends = 5;

/**
 * Sends a new code for a challenge or an intent; an older one is worthless from then on. A challenge that nobody can prove
 * answers alike, and sends nothing.
 *
 * @param subject.sessionId whose intent it must be; null for a challenge
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
    // The lock makes two simultaneous requests one code, not two.
    const subject = await findSubject(trx, services, subjectId, { forUpdate: true });
    const isOffered = subject && subject.groups.some((group) => group.includes(checkType));
    if (!isOffered || subject.sessionId !== sessionId || subject.consumedAt || subject.expiresAt <= now)
      throw new AppError(subjectId.startsWith('int') ? 'INTENT_EXPIRED' : 'CHALLENGE_INVALID');
    if (subject.tries >= maxTries) throw new AppError('CODE_LOCKED');

    const earlier = await trx
      .selectFrom('one_time_code')
      .selectAll()
      .where('challenge_id', '=', subjectId)
      .where('check_type', '=', checkType)
      .executeTakeFirst();
    if (earlier) {
      const availableAt = new Date(earlier.sent_at.getTime() + resendAfterMs);
      if (availableAt > now) {
        const seconds = Math.ceil((availableAt.getTime() - now.getTime()) / 1000);
        throw new AppError('RESEND_TOO_SOON', { availableAt: availableAt.toISOString() }, { seconds });
      }
      if (earlier.resends >= maxResends) throw new AppError('CODE_LOCKED');
    }

    const row = { code_hmac: codeHmac(services, subjectId, checkType, code), sent_at: now, expires_at: expiresAt };
    await trx
      .insertInto('one_time_code')
      .values({ challenge_id: subjectId, check_type: checkType, ...row })
      .onConflict((conflict) =>
        conflict
          .columns(['challenge_id', 'check_type'])
          .doUpdateSet((eb) => ({ ...row, resends: eb('one_time_code.resends', '+', 1) })),
      )
      .execute();
    const { holder } = subject;
    const contact = checkType === CheckType.SMS ? holder?.phone : holder?.email;
    const to = (await admit({ ...services, db: trx }, subject, checkType, contact)) ? contact : undefined;
    // For nobody a message is written that never leaves: it takes the same work.
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

const nobody: Holder = {
  customer: undefined,
  email: undefined,
  phone: undefined,
  totpSecret: undefined,
  language: 'en_US',
  name: '',
  antiPhishingCode: undefined,
  notice: undefined,
  about: undefined,
};

/**
 * Counts a code against what its account and its recipient may be sent, and an SMS against the day's limit.
 *
 * @returns whether it is sent; false where that must not show, because the caller did not name the recipient
 * @throws AppError TOO_MANY_REQUESTS, SMS_UNAVAILABLE
 */
async function admit(
  services: Pick<PlatformServices, 'clock' | 'vault' | 'settings'> & { db: Trx },
  { scene, account, holder }: Subject,
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

function causeOf(scene: Subject['scene'], isOwn: boolean): Cause {
  if (scene === SceneType.LOGIN) return 'sign-in';
  // A number or an address that the caller names may be anybody's, in a session too.
  return scenes[scene].proof === 'intent' && isOwn ? 'session' : 'stranger';
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
