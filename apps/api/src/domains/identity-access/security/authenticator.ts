import { Secret, TOTP } from 'otpauth';
import type { Clock } from '@wusd/server-kit/clock';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createSpokenCode } from '../../../platform/security/spoken-codes.ts';
import { maxTries } from '../../../commands/codes.ts';
import { recoveryCodeHmac } from '../../../commands/factor-checks.ts';
import type { Services } from '../../services.ts';

const lifetimeMs = 10 * 60_000;
const recoveryCodeCount = 10;
/** Error for binding a second authenticator, or changing an authenticator that is not bound. */
export function moveNotAllowed(): AppError {
  return new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
}

const issuer = 'WUSD Wallet';

/**
 * Creates a secret (RFC 6238) that {@link verifyAuthenticatorSetup} verifies. Replaces an earlier secret that is not
 * bound.
 */
export async function beginAuthenticatorSetup(
  { db, clock, vault }: Services,
  { id, email }: { id: string; email: string },
): Promise<{ secret: string; otpauthUri: string; expiresAt: string }> {
  // 160 bits, as recommended by RFC 4226, section 4.
  const secret = new Secret({ size: 20 });
  const expiresAt = new Date(clock.now().getTime() + lifetimeMs);
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
 * Verifies the new secret with one of its codes, by the system clock. The code would expire while the customer waits
 * for the codes of other factors, so the setup records that the secret was verified.
 *
 * @throws AppError CODE_INCORRECT, CODE_LOCKED, CODE_EXPIRED if no setup is open
 */
export async function verifyAuthenticatorSetup(
  { db, clock, vault }: Services,
  customerId: string,
  code: string,
): Promise<void> {
  // Counted before the codes are compared, so that parallel guesses share the five attempts.
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

/**
 * Binds the verified authenticator.
 * @throws AppError MOVE_NOT_ALLOWED if no authenticator is verified, e.g. because the setup was restarted
 */
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

/** Removes the authenticator and its recovery codes. */
export async function removeAuthenticator(trx: Trx, customerId: string): Promise<void> {
  await trx
    .updateTable('customer')
    .set({ totp_sealed: null, totp_last_step: null })
    .where('id', '=', customerId)
    .execute();
  await trx.deleteFrom('recovery_code').where('customer_id', '=', customerId).execute();
  await recordRecoveryCodes(trx, customerId, undefined);
}

/** Replaces the recovery codes. @returns the new codes, which are shown once: the database stores only their HMACs */
export async function renewRecoveryCodes(
  trx: Trx,
  { clock, vault }: Services,
  customerId: string,
): Promise<{ recoveryCodes: string[]; createdAt: string }> {
  const codes = Array.from({ length: recoveryCodeCount }, () => createSpokenCode(2));
  await trx.deleteFrom('recovery_code').where('customer_id', '=', customerId).execute();
  await trx
    .insertInto('recovery_code')
    .values(
      codes.map((code) => ({ customer_id: customerId, code_hmac: recoveryCodeHmac({ vault }, customerId, code) })),
    )
    .execute();
  const createdAt = clock.now();
  await recordRecoveryCodes(trx, customerId, createdAt);
  return { recoveryCodes: codes, createdAt: createdAt.toISOString() };
}

/**
 * Records new recovery codes as not saved by the customer yet. `undefined` records that there are no recovery codes.
 */
async function recordRecoveryCodes(trx: Trx, customerId: string, createdAt: Date | undefined): Promise<void> {
  const codes = { recovery_codes_created_at: createdAt ?? null, recovery_codes_saved_at: null };
  await trx
    .insertInto('security_checkup')
    .values({ customer_id: customerId, ...codes })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(codes))
    .execute();
}

/** @throws AppError MOVE_NOT_ALLOWED if newer codes have replaced the codes created at `createdAt` */
export async function confirmRecoveryCodes(db: Db, clock: Clock, customerId: string, createdAt: Date): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('security_checkup')
    .set(({ fn, val }) => ({ recovery_codes_saved_at: fn.coalesce('recovery_codes_saved_at', val(clock.now())) }))
    .where('customer_id', '=', customerId)
    .where('recovery_codes_created_at', '=', createdAt)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw moveNotAllowed();
}
