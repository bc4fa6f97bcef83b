import { Secret, TOTP } from 'otpauth';
import type { Trx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createSpokenCode } from '../../../platform/security/spoken-codes.ts';
import { maxTries } from '../../../commands/codes.ts';
import { recoveryCodeHmac } from '../../../commands/factor-checks.ts';
import type { Services } from '../../services.ts';

const lifeMs = 10 * 60_000;
const recoveryCodes = 10;
/** An authenticator is bound where none is, and removed where one is. */
export function moveNotAllowed(): AppError {
  return new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
}

const issuer = 'WUSD Wallet';

/** A new secret (RFC 6238) that waits to be proved; an older one is worthless from then on. */
export async function beginAuthenticatorSetup(
  { db, clock, vault }: Services,
  { id, email }: { id: string; email: string },
): Promise<{ secret: string; otpauthUri: string; expiresAt: string }> {
  // 160 bits, as RFC 4226 recommends in section 4.
  const secret = new Secret({ size: 20 });
  const expiresAt = new Date(clock.now().getTime() + lifeMs);
  const row = {
    secret_sealed: vault.seal(secret.base32, `authenticator:${id}`),
    expires_at: expiresAt,
    proven_step: null,
    tries: 0,
  };
  await db
    .insertInto('authenticator_setup')
    .values({ customer_id: id, ...row })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(row))
    .execute();
  const otpauthUri = new TOTP({ secret, issuer, label: email }).toString();
  return { secret: secret.base32, otpauthUri, expiresAt: expiresAt.toISOString() };
}

/**
 * Proves the new secret by a code of it, on real time. The codes that the act asks for may take longer than a code of the
 * authenticator lives; what is remembered is that it was proved.
 *
 * @throws AppError CODE_INCORRECT, CODE_LOCKED, CODE_EXPIRED where nothing waits any more
 */
export async function verifyAuthenticatorSetup(
  { db, clock, vault }: Services,
  customerId: string,
  code: string,
): Promise<void> {
  // The try is counted first, so that parallel guesses share the five.
  const row = await db
    .updateTable('authenticator_setup')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('customer_id', '=', customerId)
    .where('expires_at', '>', clock.now())
    .returning(['secret_sealed', 'tries'])
    .executeTakeFirst();
  if (!row) throw new AppError('CODE_EXPIRED', { field: '/body/code' });
  const remainingTries = maxTries - row.tries;
  if (remainingTries < 0) throw new AppError('CODE_LOCKED', { field: '/body/code' });
  const totp = new TOTP({ secret: vault.open(row.secret_sealed, `authenticator:${customerId}`) });
  const delta = totp.validate({ token: code, window: 1 });
  if (delta === null && remainingTries === 0) throw new AppError('CODE_LOCKED', { field: '/body/code' });
  if (delta === null)
    throw new AppError('CODE_INCORRECT', { remainingTries, field: '/body/code' }, { tries: remainingTries });
  await db
    .updateTable('authenticator_setup')
    .set({ proven_step: String(totp.counter() + delta) })
    .where('customer_id', '=', customerId)
    .where('secret_sealed', '=', row.secret_sealed)
    .execute();
}

/** Binds what was proved. @throws AppError MOVE_NOT_ALLOWED where nothing was, or it was begun anew meanwhile */
export async function bindVerifiedAuthenticator(trx: Trx, { vault }: Services, customerId: string): Promise<void> {
  const row = await trx
    .deleteFrom('authenticator_setup')
    .where('customer_id', '=', customerId)
    .where('proven_step', 'is not', null)
    .returning(['secret_sealed', 'proven_step'])
    .executeTakeFirst();
  if (!row) throw moveNotAllowed();
  const secret = vault.open(row.secret_sealed, `authenticator:${customerId}`);
  await trx
    .updateTable('customer')
    .set({ totp_sealed: vault.seal(secret, `totp:${customerId}`), totp_last_step: row.proven_step })
    .where('id', '=', customerId)
    .execute();
}

/** The authenticator is gone, and its recovery codes with it. */
export async function removeAuthenticator(trx: Trx, customerId: string): Promise<void> {
  await trx
    .updateTable('customer')
    .set({ totp_sealed: null, totp_last_step: null })
    .where('id', '=', customerId)
    .execute();
  await trx.deleteFrom('recovery_code').where('customer_id', '=', customerId).execute();
}

/** New recovery codes in the place of any older ones. They are told once; what is kept is their keyed hash. */
export async function renewRecoveryCodes(trx: Trx, { vault }: Services, customerId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () => createSpokenCode(2));
  await trx.deleteFrom('recovery_code').where('customer_id', '=', customerId).execute();
  await trx
    .insertInto('recovery_code')
    .values(
      codes.map((code) => ({ customer_id: customerId, code_hmac: recoveryCodeHmac({ vault }, customerId, code) })),
    )
    .execute();
  return codes;
}
