import { randomBytes } from 'node:crypto';
import { CheckType } from '@wusd/api-sdk/domain';
import { type ApprovedPayment, challengeNonceLength, paymentChallenge } from '@wusd/payouts/payment-challenge';
import { type Db, transact, type Trx } from '../platform/database/database.ts';
import { hashToken } from '../platform/security/tokens.ts';
import type { PlatformServices } from '../platform/services.ts';
import { lockOpenChallenge } from './codes.ts';
import { scenes } from './scenes.ts';

/** Time that a browser waits for the customer's passkey. */
export const passkeyTimeoutMs = 5 * 60_000;

/** Returns a random WebAuthn challenge in base64url. Only its hash is stored. */
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
 * Creates options for a passkey check. Their WebAuthn challenge belongs to a challenge or an intent and replaces an
 * older one. For a crypto withdrawal it is derived from the payment.
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
    // If the scene offers every check to unauthenticated callers, listed credentials would reveal that an account
    // exists.
    const isNamed = customerId !== null && scenes[scene].offersAll !== true;
    const allowCredentials = isNamed ? await listCredentials(trx, customerId) : [];
    return { options: await requestOptions(trx, services, id, allowCredentials, payment), expiresAt };
  });
}

/**
 * Creates the WebAuthn challenge of a challenge or an intent that the caller has opened or locked.
 *
 * @param payment the payment from which the WebAuthn challenge is derived; without it the challenge is random
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

/** Lists the customer's credentials in the format that browsers expect. */
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
