import { randomInt, timingSafeEqual } from 'node:crypto';
import { CheckType, SceneType } from '@wusd/api-sdk/domain';
import { formatMessage } from '@wusd/i18n/server';
import { TOTP } from 'otpauth';
import type { Clock } from '../../clock.ts';
import { transact, type Trx } from '../../database/database.ts';
import { Failure } from '../../http/failure.ts';
import { createId } from '../../ids.ts';
import { enqueueMessage } from '../../messages/messages.ts';
import type { Customer } from '../customers/customers.ts';
import { findCustomer } from '../customers/customers.ts';
import type { Services } from '../services.ts';

const codeLifeMs = 5 * 60_000;
const resendAfterMs = 60_000;
const challengeLifeMs = 15 * 60_000;
const maxTries = 5;
const maxResends = 5;

export interface Challenge {
  id: string;
  customerId: string;
  expiresAt: Date;
}

/** Opens a challenge: what a public act (a login, say) binds its codes to. */
export async function openChallenge(
  { db, clock }: Services,
  customerId: string,
  scene: number,
  device: string,
): Promise<Challenge> {
  const id = createId('chl', clock);
  const expiresAt = new Date(clock.now().getTime() + challengeLifeMs);
  await db
    .insertInto('challenge')
    .values({ id, customer_id: customerId, scene, device, expires_at: expiresAt, consumed_at: null })
    .execute();
  return { id, customerId, expiresAt };
}

/**
 * Sends a new code for a challenge; an older one is worthless from then on.
 *
 * @throws Failure CHALLENGE_INVALID, CODE_LOCKED, RESEND_TOO_SOON
 */
export async function sendCode(
  services: Services,
  challengeId: string,
  checkType: number,
): Promise<{ expiresAt: Date; resendAt: Date }> {
  const { db, clock, vault, wakeUps } = services;
  const now = clock.now();
  const code = randomInt(0, 10 ** 6)
    .toString()
    .padStart(6, '0');
  const expiresAt = new Date(now.getTime() + codeLifeMs);

  await transact(db, async (trx) => {
    // The lock makes two simultaneous requests one code, not two.
    const challenge = await trx
      .selectFrom('challenge')
      .selectAll()
      .where('id', '=', challengeId)
      .forUpdate()
      .executeTakeFirst();
    if (!challenge || challenge.consumed_at || challenge.expires_at <= now) throw new Failure('CHALLENGE_INVALID');
    if (challenge.tries >= maxTries) throw new Failure('CODE_LOCKED');
    const customer = await findCustomer(trx, vault, challenge.customer_id);
    const to = checkType === CheckType.SMS ? customer?.phone : customer?.email;
    if (!customer || to === undefined) throw new Failure('CHALLENGE_INVALID');

    const earlier = await trx
      .selectFrom('one_time_code')
      .selectAll()
      .where('challenge_id', '=', challengeId)
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

    const row = { code_hmac: codeHmac(services, challengeId, checkType, code), sent_at: now, expires_at: expiresAt };
    await trx
      .insertInto('one_time_code')
      .values({ challenge_id: challengeId, check_type: checkType, ...row })
      .onConflict((conflict) =>
        conflict
          .columns(['challenge_id', 'check_type'])
          .doUpdateSet((eb) => ({ ...row, resends: eb('one_time_code.resends', '+', 1) })),
      )
      .execute();
    await enqueueMessage(trx, clock, vault, { ...wording(customer, challenge.scene, checkType, code), to, code });
  });
  await wakeUps.send('messages');
  return { expiresAt, resendAt: new Date(now.getTime() + resendAfterMs) };
}

export interface Check {
  checkType: number;
  code: string;
}

/**
 * Spends one of the challenge's five tries on a code. The counter is raised first and in one statement, so that parallel
 * guesses share the five.
 *
 * @throws Failure CODE_INCORRECT with the tries that remain, CODE_EXPIRED, CODE_LOCKED, CHALLENGE_INVALID
 */
export async function proveChallenge(
  services: Services,
  customer: Customer,
  challengeId: string,
  scene: number,
  device: string,
  check: Check,
): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  const challenge = await db
    .updateTable('challenge')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', challengeId)
    .where('customer_id', '=', customer.id)
    .where('scene', '=', scene)
    .where('device', '=', device)
    .where('tries', '<', maxTries)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('tries')
    .executeTakeFirst();
  if (!challenge) {
    const found = await db
      .selectFrom('challenge')
      .select(['tries', 'consumed_at'])
      .where('id', '=', challengeId)
      .where('customer_id', '=', customer.id)
      .executeTakeFirst();
    throw new Failure(found && !found.consumed_at && found.tries >= maxTries ? 'CODE_LOCKED' : 'CHALLENGE_INVALID');
  }

  const incorrect = (reasonCode?: string): Failure => {
    const remainingTries = maxTries - challenge.tries;
    if (remainingTries === 0) return new Failure('CODE_LOCKED');
    return new Failure(
      'CODE_INCORRECT',
      { remainingTries, ...(reasonCode === undefined ? {} : { reasonCode }) },
      { tries: remainingTries },
    );
  };
  if (check.checkType === CheckType.AUTHENTICATOR) return proveAuthenticator(services, customer, check.code, incorrect);

  const sent = await db
    .selectFrom('one_time_code')
    .selectAll()
    .where('challenge_id', '=', challengeId)
    .where('check_type', '=', check.checkType)
    .executeTakeFirst();
  if (!sent) throw incorrect('no-code-sent');
  if (!timingSafeEqual(sent.code_hmac, codeHmac(services, challengeId, check.checkType, check.code))) throw incorrect();
  if (sent.expires_at <= now) throw new Failure('CODE_EXPIRED');
}

/**
 * Uses a proven challenge up, in the transaction of what it allowed. Of two correct proofs at once the second finds it used.
 *
 * @throws Failure CHALLENGE_INVALID
 */
export async function consumeChallenge(trx: Trx, clock: Clock, challengeId: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('challenge')
    .set({ consumed_at: clock.now() })
    .where('id', '=', challengeId)
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Failure('CHALLENGE_INVALID');
}

/** RFC 6238, one step either way, on real time; each step counts once. */
async function proveAuthenticator(
  { db }: Services,
  customer: Customer,
  code: string,
  incorrect: (reasonCode?: string) => Failure,
): Promise<void> {
  if (customer.totpSecret === undefined) throw incorrect();
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

function codeHmac({ vault }: Services, challengeId: string, checkType: number, code: string): Buffer {
  return vault.blindIndex(`${challengeId}\0${checkType}\0${code}`, 'one-time-code');
}

const sceneMessages: Record<number, string> = { [SceneType.LOGIN]: 'message.code.login' };

function wording(
  customer: Customer,
  scene: number,
  checkType: number,
  code: string,
): { channel: 'email' | 'sms'; subject: string; text: string } {
  const act = formatMessage(customer.language, sceneMessages[scene] ?? 'message.code.act');
  const minutes = codeLifeMs / 60_000;
  if (checkType === CheckType.SMS)
    return {
      channel: 'sms',
      subject: '',
      text: formatMessage(customer.language, 'message.code.sms', { code, act, minutes }),
    };
  return {
    channel: 'email',
    subject: formatMessage(customer.language, 'message.code.subject', { code }),
    text: formatMessage(customer.language, 'message.code.email', { code, act, minutes, name: customer.fullName }),
  };
}
