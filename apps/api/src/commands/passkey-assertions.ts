import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { PasskeyAssertion } from '@wusd/api-sdk';
import type { Selectable } from 'kysely';
import type { PaymentAssertion } from '@wusd/payouts/payment-challenge';
import * as v from 'valibot';
import type { Database } from '../platform/database/types.ts';
import type { Db, Trx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { hashToken } from '../platform/security/tokens.ts';
import { anyLocalPort, type PlatformServices } from '../platform/services.ts';
import type { Challenge } from './challenges.ts';

export type Assertion = PasskeyAssertion;
type Passkey = Selectable<Database['passkey']>;
type Verification = Pick<PlatformServices, 'clock' | 'vault' | 'settings'> & { db: Db | Trx };

/** Reason for the rejection of an assertion. */
export type Rejection = 'unknown-passkey' | 'challenge' | 'not-verified' | typeof copiedReason;
/** The sign count decreased or did not grow, so another authenticator may have the same key. */
export const copiedReason = 'sign-count';

/**
 * Returns the user handle (WebAuthn level 3, section 14.6.1). It is equal for all passkeys of a customer and contains
 * no personal data.
 */
export function userHandleOf({ vault }: Pick<PlatformServices, 'vault'>, customerId: string): string {
  return vault.blindIndex(customerId, 'passkey-user').toString('base64url');
}

/** Returns the passkey of a credential, of any customer. */
export async function findPasskey(db: Db | Trx, credentialId: string): Promise<Passkey | undefined> {
  return db
    .selectFrom('passkey_credential as credential')
    .innerJoin('passkey', (join) =>
      join
        .onRef('passkey.customer_id', '=', 'credential.customer_id')
        .onRef('passkey.id', '=', 'credential.passkey_id'),
    )
    .selectAll('passkey')
    .where('credential.credential_id', '=', Buffer.from(credentialId, 'base64url'))
    .executeTakeFirst();
}

/**
 * Verifies the assertion of a command or a sign-in. An assertion is valid once.
 *
 * @param index position of the check in the request
 * @returns PASSKEY_REJECTED if the assertion is invalid; otherwise the assertion if its challenge is derived from a
 * payment
 */
export async function consumePasskeyCheck(
  services: Verification,
  { id, customerId }: Challenge,
  assertion: Assertion,
  index: number,
): Promise<AppError | PaymentAssertion | undefined> {
  const passkey = await findPasskey(services.db, assertion.id);
  const isOwn = passkey !== undefined && passkey.customer_id === customerId;
  const { rejection: reasonCode, nonce } = isOwn
    ? await consumeAssertion(services, id, passkey, assertion)
    : { rejection: 'unknown-passkey' };
  if (reasonCode === undefined) return nonce && paymentAssertion(assertion, nonce);
  return new AppError('PASSKEY_REJECTED', { reasonCode, field: `/headers/x-mfa/checks/${index}` });
}

function paymentAssertion({ id, clientDataJSON, authenticatorData, signature }: Assertion, nonce: Buffer) {
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
  return {
    credentialId: bytes(id),
    clientDataJson: bytes(clientDataJSON),
    authenticatorData: bytes(authenticatorData),
    signature: bytes(signature),
    nonce,
  };
}

/**
 * Result of a consumed assertion: the reason for a rejection, and the challenge's nonce if it is derived from a
 * payment.
 */
interface Consumed {
  rejection?: Rejection | undefined;
  nonce?: Buffer | undefined;
}

/**
 * Verifies an assertion against the newest WebAuthn challenge of a challenge or an intent (WebAuthn level 3, section
 * 7.2). This consumes the WebAuthn challenge even if the assertion is invalid, so only one of two concurrent calls
 * finds it.
 */
export async function consumeAssertion(
  services: Verification,
  challengeId: string,
  passkey: Passkey,
  assertion: Assertion,
): Promise<Consumed> {
  const { db, vault, settings } = services;
  const client = clientDataOf(assertion.clientDataJSON);
  const taken = client && (await takeChallenge(db, challengeId, client.challenge));
  if (!taken) return { rejection: 'challenge' };
  const { userHandle, ...response } = assertion;
  if (userHandle !== undefined && userHandle !== userHandleOf({ vault }, passkey.customer_id))
    return { rejection: 'not-verified' };
  const verification = await verifyAuthenticationResponse({
    response: { id: assertion.id, rawId: assertion.id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: client.challenge,
    expectedOrigin: expectedOriginOf(settings, client.origin),
    expectedRPID: settings.passkeys.rpId,
    requireUserVerification: true,
    // The sign count is compared below, in the statement that stores it, because the library can't lock the row.
    credential: { id: assertion.id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
  }).catch(() => undefined);
  if (!verification?.verified) return { rejection: 'not-verified' };
  const { newCounter, credentialDeviceType, credentialBackedUp } = verification.authenticationInfo;
  if ((credentialDeviceType === 'multiDevice') !== passkey.is_backup_eligible) return { rejection: 'not-verified' };
  const isNewer = await storeUse(services, passkey, newCounter, credentialBackedUp);
  return isNewer ? taken : { rejection: copiedReason };
}

/** Parses the client data that a browser signed. @returns undefined if it is malformed */
export function clientDataOf(clientDataJSON: string): { challenge: string; origin: string } | undefined {
  try {
    return v.parse(clientData, JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()));
  } catch {
    return undefined;
  }
}
const clientData = v.object({ challenge: v.string(), origin: v.string() });

/** Returns the page's origin if it is configured; otherwise an empty string, which never matches. */
export function expectedOriginOf({ passkeys }: Pick<PlatformServices['settings'], 'passkeys'>, origin: string): string {
  const isLocal = passkeys.origins.includes(anyLocalPort) && /^http:\/\/localhost:\d+$/.test(origin);
  return isLocal || passkeys.origins.includes(origin) ? origin : '';
}

async function takeChallenge(
  db: Db | Trx,
  challengeId: string,
  challenge: string,
): Promise<Pick<Consumed, 'nonce'> | undefined> {
  const row = await db
    .updateTable('challenge')
    .set({ passkey_challenge_hash: null })
    .where('id', '=', challengeId)
    .where('passkey_challenge_hash', '=', hashToken(challenge))
    .returning('passkey_challenge_nonce')
    .executeTakeFirst();
  return row && { nonce: row.passkey_challenge_nonce ?? undefined };
}

/**
 * Stores the sign count and the backup state flag (BS).
 *
 * @returns false if the count did not grow, unless the authenticator does not count
 */
async function storeUse(
  { db, clock }: Verification,
  { customer_id: customerId, id }: Passkey,
  signCount: number,
  isSynced: boolean,
): Promise<boolean> {
  const count = String(signCount);
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ sign_count: count, is_synced: isSynced, last_used_at: clock.now() })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('sign_count', '<', count), eb.and([eb('sign_count', '=', '0'), eb.val(signCount === 0)])]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
