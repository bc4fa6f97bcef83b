import { verifyRegistrationResponse } from '@simplewebauthn/server';
import { maxPasskeys } from '@wusd/api-sdk/domain';
import type { Selectable } from 'kysely';
import type { Customer } from '../../../commands/customers.ts';
import { clientDataOf, expectedOriginOf, userHandleOf } from '../../../commands/passkey-assertions.ts';
import { createPasskeyChallenge, listCredentials, passkeyTimeoutMs } from '../../../commands/passkey-options.ts';
import type { Call } from '../../../platform/contract/operations.ts';
import type { Db, Trx } from '../../../platform/database/database.ts';
import type { Database } from '../../../platform/database/types.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createId } from '../../../platform/ids.ts';
import { hashToken } from '../../../platform/security/tokens.ts';
import type { Services } from '../../services.ts';

const lifetimeMs = 10 * 60_000;
const productName = 'WUSD Wallet';
/** COSE algorithms in order of preference: EdDSA, ES256, RS256. */
const algorithms = [-8, -7, -257];

type Row = Selectable<Database['passkey']>;
type Credential = Call<'createPasskey'>['body']['credential'];

/** A credential whose attestation was verified. */
type VerifiedPasskey = Pick<
  Row,
  'credential_id' | 'public_key' | 'sign_count' | 'is_backup_eligible' | 'is_synced' | 'transports'
>;

/** Converts a passkey to its representation in the contract. */
function passkeyOf({ id, name, is_synced: isSynced, created_at: createdAt, last_used_at: lastUsedAt }: Row) {
  return {
    id,
    name,
    isSynced,
    createdAt: createdAt.toISOString(),
    ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }),
  };
}

export async function listPasskeys(db: Db, customerId: string) {
  const rows = await db.selectFrom('passkey').selectAll().where('customer_id', '=', customerId).orderBy('id').execute();
  return rows.map(passkeyOf);
}

/** @throws AppError MOVE_NOT_ALLOWED if the customer has the maximum number of passkeys */
export async function assertMayAddPasskey(db: Db | Trx, customerId: string): Promise<void> {
  const rows = await db.selectFrom('passkey').select('id').where('customer_id', '=', customerId).execute();
  if (rows.length >= maxPasskeys) throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
}

/**
 * Creates options for a new passkey: discoverable, with user verification, without attestation. They replace earlier
 * options.
 */
export async function beginPasskeySetup(services: Services, { id: customerId, email, fullName }: Customer) {
  const { db, clock, settings } = services;
  await assertMayAddPasskey(db, customerId);
  const challenge = createPasskeyChallenge();
  const expiresAt = new Date(clock.now().getTime() + lifetimeMs);
  const row = { challenge_hash: hashToken(challenge), expires_at: expiresAt };
  await db
    .insertInto('passkey_setup')
    .values({ customer_id: customerId, ...row })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(row))
    .execute();
  return {
    options: {
      rp: { id: settings.passkeys.rpId, name: productName },
      user: { id: userHandleOf(services, customerId), name: email, displayName: fullName },
      challenge,
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
      excludeCredentials: await listCredentials(db, customerId),
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true as const,
        userVerification: 'required' as const,
      },
      attestation: 'none' as const,
      timeout: passkeyTimeoutMs,
    },
    expiresAt: expiresAt.toISOString(),
  };
}

/**
 * Verifies a new credential with the issued challenge (WebAuthn level 3, section 7.1). Changes nothing: the review and
 * the command each verify the credential, and the command ends the setup.
 *
 * @throws AppError PASSKEY_REJECTED
 */
export async function verifyPasskeySetup(
  { clock, settings }: Services,
  db: Db | Trx,
  customerId: string,
  { id, clientDataJSON, attestationObject, transports = [] }: Credential,
): Promise<VerifiedPasskey> {
  const { challenge, origin } = clientDataOf(clientDataJSON) ?? { challenge: '', origin: '' };
  const setup = await db
    .selectFrom('passkey_setup')
    .select('customer_id')
    .where('customer_id', '=', customerId)
    .where('challenge_hash', '=', hashToken(challenge))
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
  if (!setup) throw rejected('challenge');
  const response = { clientDataJSON, attestationObject };
  const { verified, registrationInfo: info } = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: challenge,
    expectedOrigin: expectedOriginOf(settings, origin),
    expectedRPID: settings.passkeys.rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ verified: false, registrationInfo: undefined }));
  if (!verified || !info) throw rejected('not-verified');
  const credentialId = Buffer.from(info.credential.id, 'base64url');
  // A credential that another customer has added would sign in to that customer's account.
  const taken = await db
    .selectFrom('passkey_credential')
    .select('customer_id')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  if (taken) throw rejected('already-added');
  return {
    credential_id: credentialId,
    public_key: Buffer.from(info.credential.publicKey),
    sign_count: String(info.credential.counter),
    is_backup_eligible: info.credentialDeviceType === 'multiDevice',
    is_synced: info.credentialBackedUp,
    transports,
  };
}

/**
 * Adds a verified passkey and ends its setup.
 * @throws AppError PASSKEY_REJECTED if another customer added the credential first
 */
export async function addPasskey(
  trx: Trx,
  { clock }: Services,
  customerId: string,
  name: string,
  { transports, ...passkey }: VerifiedPasskey,
) {
  await trx.deleteFrom('passkey_setup').where('customer_id', '=', customerId).execute();
  const id = createId('pky', clock);
  const claimed = await trx
    .insertInto('passkey_credential')
    .values({ credential_id: passkey.credential_id, customer_id: customerId, passkey_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (claimed.numInsertedOrUpdatedRows === 0n) throw rejected('already-added');
  const row = await trx
    .insertInto('passkey')
    .values({
      ...passkey,
      id,
      customer_id: customerId,
      transports: JSON.stringify(transports),
      name: name.trim(),
      created_at: clock.now(),
      last_used_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return passkeyOf(row);
}

/** @throws AppError NOT_FOUND if the passkey does not belong to the customer */
export async function renamePasskey(db: Db, customerId: string, id: string, name: string) {
  const row = await db
    .updateTable('passkey')
    .set({ name: name.trim() })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return passkeyOf(row);
}

/** @returns the passkey's name @throws AppError NOT_FOUND if the passkey does not belong to the customer */
export async function findPasskeyName(db: Db | Trx, customerId: string, id: string): Promise<string> {
  const row = await db
    .selectFrom('passkey')
    .select('name')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row.name;
}

/** Removes a passkey. Its credential becomes unknown and can be added again. */
export async function removePasskey(trx: Trx, customerId: string, id: string): Promise<void> {
  await trx.deleteFrom('passkey').where('customer_id', '=', customerId).where('id', '=', id).execute();
  await trx
    .deleteFrom('passkey_credential')
    .where('customer_id', '=', customerId)
    .where('passkey_id', '=', id)
    .execute();
}

function rejected(reasonCode: 'challenge' | 'not-verified' | 'already-added'): AppError {
  return new AppError('PASSKEY_REJECTED', { reasonCode, field: '/body/credential' });
}
