import { CheckType, SceneType } from '@wusd/api-sdk/domain';
import { transact, type Trx } from '../../../platform/database/database.ts';
import { consumeRateLimit } from '../../../platform/security/rate-limits.ts';
import { maxResends, maxTries, resendAfterMs } from '../../../commands/codes.ts';
import { openChallenge } from '../../../commands/challenges.ts';
import type { Services } from '../../services.ts';
import { lockRegistration, type Registration } from './registrations.ts';

/** Minimum remaining lifetime of a reused challenge, so that there is time to enter a code. */
const shortestLifeMs = 5 * 60_000;

export interface ActivationChallenge {
  id: string;
  expiresAt: Date;
  /** The code that was sent for the challenge and can still be used. */
  sentCode: { expiresAt: Date; resendAt: Date } | undefined;
}

/**
 * Opens the challenge that proves a phone number. The same number gets the same challenge while it is valid, so that a
 * program that opens links in emails consumes no attempts and invalidates no code.
 *
 * @throws AppError TOO_MANY_REQUESTS, because each new challenge can send codes to a number chosen by the caller
 */
export function activationChallenge(
  services: Services,
  registration: Registration,
  phone: string,
): Promise<ActivationChallenge> {
  const { db, vault } = services;
  const phoneHmac = vault.blindIndex(phone, 'activation-phone');
  return transact(db, async (trx) => {
    // Serializes concurrent calls, which must get the same challenge.
    await lockRegistration(trx, vault, registration.id);
    const open = await findOpen(trx, services, registration.id, phoneHmac);
    if (open) return open;
    await consumeRateLimit({ ...services, db: trx }, `activation:${registration.id}`, 10, 60 * 60);
    const challenge = await openChallenge(trx, services, {
      scene: SceneType.ACCOUNT_ACTIVATION,
      customerId: undefined,
      account: registration.id,
      bodyHmac: phoneHmac,
      targets: { phone, language: registration.language, name: registration.fullName },
    });
    return { ...challenge, sentCode: undefined };
  });
}

async function findOpen(
  trx: Trx,
  { clock }: Pick<Services, 'clock'>,
  registrationId: string,
  phoneHmac: Buffer,
): Promise<ActivationChallenge | undefined> {
  const now = clock.now();
  const row = await trx
    .selectFrom('challenge')
    .leftJoin('one_time_code as code', (join) =>
      join
        .onRef('code.owner', '=', 'challenge.owner')
        .onRef('code.challenge_id', '=', 'challenge.id')
        .on('code.check_type', '=', CheckType.SMS),
    )
    .select(['challenge.id', 'challenge.expires_at', 'code.sent_at', 'code.expires_at as code_expires_at'])
    .where('challenge.owner', '=', registrationId)
    .where('scene', '=', SceneType.ACCOUNT_ACTIVATION)
    .where('body_hmac', '=', phoneHmac)
    .where('consumed_at', 'is', null)
    .where('tries', '<', maxTries)
    .where('challenge.expires_at', '>', new Date(now.getTime() + shortestLifeMs))
    .where((eb) => eb.or([eb('code.resends', 'is', null), eb('code.resends', '<', maxResends)]))
    .orderBy('challenge.expires_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, expires_at: expiresAt, sent_at: sentAt, code_expires_at: codeExpiresAt } = row;
  const sentCode =
    sentAt && codeExpiresAt && codeExpiresAt > now
      ? { expiresAt: codeExpiresAt, resendAt: new Date(sentAt.getTime() + resendAfterMs) }
      : undefined;
  return { id, expiresAt, sentCode };
}
