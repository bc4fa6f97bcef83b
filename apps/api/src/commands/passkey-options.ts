import { randomBytes } from 'node:crypto';
import { CheckType } from '@wusd/api-sdk/domain';
import { type ApprovedPayment, challengeNonceLength, paymentChallenge } from '@wusd/payouts/payment-challenge';
import { type Db, transact, type Trx } from '../platform/database/database.ts';
import { hashToken } from '../platform/security/tokens.ts';
import type { PlatformServices } from '../platform/services.ts';
import { lockOpenChallenge } from './codes.ts';
import { scenes } from './scenes.ts';

/** How long a browser waits for the customer. */
export const passkeyTimeoutMs = 5 * 60_000;

/** A random WebAuthn challenge, base64url. Only its hash is stored. */
export function createPasskeyChallenge(): string {
  return randomBytes(32).toString('base64url');
}

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export interface RequestOptions {
  challenge: string;
  rpId: string;
  allowCredentials: CredentialDescriptor[];
  userVerification: 'required';
  timeout: number;
}
export interface CredentialDescriptor {
  type: 'public-key';
  id: string;
  transports: string[];
}

/**
 * Options for a check by passkey. Their challenge belongs to a challenge or an intent, and replaces an older one. That of a crypto
 * withdrawal is derived from its payment.
 *
 * @param subject.sessionId the session of the intent; null for a challenge
 * @throws AppError CHALLENGE_INVALID, INTENT_EXPIRED, CODE_LOCKED
 */
export function createCheckOptions(
  services: PlatformServices,
  subject: { id: string; sessionId: string | null | undefined },
): Promise<{ options: RequestOptions; expiresAt: Date }> {
  return transact(services.db, async (trx) => {
    const { id, sessionId } = subject;
    const { scene, customerId, expiresAt, payment } = await lockOpenChallenge(
      trx,
      services,
      id,
      sessionId,
      CheckType.PASSKEY,
    );
    // Where every check is offered to strangers, credentials would tell them that an account exists.
    const isNamed = customerId !== null && scenes[scene].offersAll !== true;
    const allowCredentials = isNamed ? await listCredentials(trx, customerId) : [];
    return { options: await requestOptions(trx, services, id, allowCredentials, payment), expiresAt };
  });
}

/**
 * Makes the challenge of a challenge or an intent that the caller has opened or locked.
 *
 * @param payment that the challenge is derived from; a random challenge where there is none
 */
export async function requestOptions(
  db: Db | Trx,
  { settings }: Pick<PlatformServices, 'settings'>,
  challengeId: string,
  allowCredentials: CredentialDescriptor[],
  payment?: ApprovedPayment,
): Promise<RequestOptions> {
  const nonce = payment && randomBytes(challengeNonceLength);
  const challenge = payment && nonce ? paymentChallenge(nonce, payment) : createPasskeyChallenge();
  await db
    .updateTable('challenge')
    .set({ passkey_challenge_hash: hashToken(challenge), passkey_challenge_nonce: nonce ?? null })
    .where('id', '=', challengeId)
    .execute();
  const { rpId } = settings.passkeys;
  return { challenge, rpId, allowCredentials, userVerification: 'required', timeout: passkeyTimeoutMs };
}

/** The customer's credentials, as browsers take them. */
export async function listCredentials(db: Db | Trx, customerId: string): Promise<CredentialDescriptor[]> {
  const rows = await db
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute();
  return rows.map(({ credential_id: id, transports }) => ({
    type: 'public-key',
    id: id.toString('base64url'),
    transports,
  }));
}
