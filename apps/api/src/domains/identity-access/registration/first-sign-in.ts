import { timingSafeEqual } from 'node:crypto';
import { SceneType } from '@wusd/api-sdk/domain';
import * as v from 'valibot';
import type { Trx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { hashToken } from '../../../platform/security/tokens.ts';
import type { Vault } from '../../../platform/security/vault.ts';
import { openChallenge } from '../../../commands/challenges.ts';
import type { Services } from '../../services.ts';
import type { Registration } from './registrations.ts';

const lifetimeMs = 10 * 60_000;

const browserKeyPayload = v.object({ browserKey: v.pipe(v.string(), v.minLength(20), v.maxLength(100)) });

/** Reads a decrypted payload `{browserKey}`. @throws AppError SEALED_PAYLOAD_UNREADABLE */
export function readBrowserKey(value: unknown): string {
  const payload = v.safeParse(browserKeyPayload, value);
  if (payload.success) return payload.output.browserKey;
  throw new AppError('SEALED_PAYLOAD_UNREADABLE');
}

/**
 * HMAC that binds the first sign-in after an activation to the customer, the browser that registered, and the password.
 */
export function firstSignInHmac(
  vault: Vault,
  customer: { id: string; passwordHash: string },
  browserKey: string,
): Buffer {
  const { id, passwordHash } = customer;
  return vault.blindIndex(`${id}\0${passwordHash}\0${hashToken(browserKey).toString('hex')}`, 'first-sign-in');
}

/**
 * Opens the challenge of the first sign-in, which needs no code: the link has proved the email address, and the SMS
 * code the phone number.
 *
 * @returns undefined if the browser is not the browser that registered
 */
export async function openFirstSignIn(
  trx: Trx,
  services: Services,
  customerId: string,
  { passwordHash, browserKeyHash }: Pick<Registration, 'passwordHash' | 'browserKeyHash'>,
  browserKey: string | undefined,
): Promise<{ id: string; expiresAt: Date } | undefined> {
  if (browserKey === undefined || !browserKeyHash) return undefined;
  if (!timingSafeEqual(hashToken(browserKey), browserKeyHash)) return undefined;
  return openChallenge(trx, services, {
    scene: SceneType.LOGIN,
    customerId,
    groups: [],
    lifetimeMs,
    bodyHmac: firstSignInHmac(services.vault, { id: customerId, passwordHash }, browserKey),
  });
}
