import { randomInt } from 'node:crypto';
import { CheckType } from '@wusd/api-sdk/domain';
import { formatMessage } from '@wusd/i18n/server';
import { transact } from '../../database/database.ts';
import { Failure } from '../../http/failure.ts';
import { enqueueMessage, mailOf, type NewMessage } from '../../messages/messages.ts';
import type { Services } from '../services.ts';
import { scenes } from './scenes.ts';
import { findSubject, type Holder } from './subjects.ts';

const codeLifeMs = 5 * 60_000;
const resendAfterMs = 60_000;
export const maxTries = 5;
const maxResends = 5;

/**
 * Sends a new code for a challenge or an intent; an older one is worthless from then on. A challenge that nobody can prove
 * answers alike, and sends nothing.
 *
 * @param subject.sessionId whose intent it must be; null for a challenge
 * @throws Failure CHALLENGE_INVALID, INTENT_EXPIRED, CODE_LOCKED, RESEND_TOO_SOON
 */
export async function sendCode(
  services: Services,
  { id: subjectId, sessionId }: { id: string; sessionId: string | null | undefined },
  checkType: 1 | 2,
): Promise<{ expiresAt: Date; resendAt: Date }> {
  const { db, clock, vault, wakeUps } = services;
  const now = clock.now();
  const code = randomInt(0, 10 ** 6)
    .toString()
    .padStart(6, '0');
  const expiresAt = new Date(now.getTime() + codeLifeMs);

  await transact(db, async (trx) => {
    // The lock makes two simultaneous requests one code, not two.
    const subject = await findSubject(trx, services, subjectId, { forUpdate: true });
    const isOffered = subject && subject.groups.some((group) => group.includes(checkType));
    if (!isOffered || subject.sessionId !== sessionId || subject.consumedAt || subject.expiresAt <= now)
      throw new Failure(subjectId.startsWith('int') ? 'INTENT_EXPIRED' : 'CHALLENGE_INVALID');
    if (subject.tries >= maxTries) throw new Failure('CODE_LOCKED');

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
        throw new Failure('RESEND_TOO_SOON', { availableAt: availableAt.toISOString() }, { seconds });
      }
      if (earlier.resends >= maxResends) throw new Failure('CODE_LOCKED');
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
    const to = checkType === CheckType.SMS ? holder?.phone : holder?.email;
    if (holder && to !== undefined)
      await enqueueMessage(trx, clock, vault, { ...wording(holder, subject.scene, checkType, code), to });
  });
  await wakeUps.send('messages');
  return { expiresAt, resendAt: new Date(now.getTime() + resendAfterMs) };
}

export function codeHmac(
  { vault }: Pick<Services, 'vault'>,
  subjectId: string,
  checkType: number,
  code: string,
): Buffer {
  return vault.blindIndex(`${subjectId}\0${checkType}\0${code}`, 'one-time-code');
}

function wording(holder: Holder, scene: keyof typeof scenes, checkType: 1 | 2, code: string): Omit<NewMessage, 'to'> {
  const { language, name, notice, about } = holder;
  if (notice !== undefined) return { channel: 'email', ...mailOf(holder, notice, { name }) };
  const act = about ?? formatMessage(language, scenes[scene].act);
  const minutes = codeLifeMs / 60_000;
  if (checkType === CheckType.SMS)
    return {
      channel: 'sms',
      subject: '',
      text: formatMessage(language, 'message.code.sms', { code, act, minutes }),
      code,
    };
  return { channel: 'email', ...mailOf(holder, 'message.code', { code, act, minutes, name }), code };
}
