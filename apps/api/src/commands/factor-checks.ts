import { timingSafeEqual } from 'node:crypto';
import { CheckType } from '@wusd/api-sdk/domain';
import type { Selectable } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Db, Trx } from '../platform/database/database.ts';
import type { Database, Factor } from '../platform/database/types.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { normalSpokenCode } from '../platform/security/spoken-codes.ts';
import type { PlatformServices } from '../platform/services.ts';
import { codeHmac } from './codes.ts';
import type { Assertion } from './passkey-assertions.ts';
import type { Holder, Challenge } from './challenges.ts';

/** A code, a recovery code instead of an authenticator code, or a passkey assertion. */
export type Check =
  | { checkType: 1 | 2 | 3; code: string; recoveryCode?: never; assertion?: never }
  | { checkType: 3; recoveryCode: string; code?: never; assertion?: never }
  | { checkType: 4; assertion: Assertion; code?: never; recoveryCode?: never };

/** Dependencies of a verification. Attempts count only if the caller's transaction commits. */
export type Verification = Pick<PlatformServices, 'clock' | 'vault' | 'settings'> & { db: Db | Trx };

/** A code that was sent for a challenge; all columns are null if none was sent. */
export type SentCode = {
  [Column in 'check_type' | 'code_hmac' | 'expires_at']: Selectable<Database['one_time_code']>[Column] | null;
};

/** Returns the factor that failures of a check count against. */
export function factorOf({ checkType, recoveryCode }: Check): Factor {
  if (checkType === CheckType.SMS) return 'sms';
  if (checkType === CheckType.EMAIL) return 'email';
  if (checkType === CheckType.PASSKEY) return 'passkey';
  return recoveryCode === undefined ? 'authenticator' : 'recovery code';
}

/** Returns the JSON Pointer of a check in the request. */
export function fieldOf(index: number): string {
  return `/headers/x-mfa/checks/${index}`;
}

/** Whether a check is valid only once: an authenticator time step, a recovery code or a passkey assertion. */
export function isSingleUse(check: Check | undefined): boolean {
  return check?.checkType === CheckType.AUTHENTICATOR || check?.checkType === CheckType.PASSKEY;
}

/**
 * Verifies a code that was sent by SMS or email.
 *
 * @returns the reason for a rejection
 */
export function verifySentCode(
  services: Verification,
  { id, holder }: Challenge,
  { checkType, code = '' }: Check,
  codes: readonly SentCode[],
  index: number,
  incorrect: (reasonCode?: string) => AppError,
): AppError | undefined {
  const sent = codes.find(({ check_type: type }) => type === checkType);
  if (!sent?.code_hmac || !sent.expires_at) return incorrect('no-code-sent');
  const isRight = timingSafeEqual(sent.code_hmac, codeHmac(services, id, checkType, code));
  // A code without a recipient authorizes nothing, even if it is guessed correctly.
  const recipient = checkType === CheckType.SMS ? holder?.phone : holder?.email;
  if (!isRight || recipient === undefined) return incorrect();
  return sent.expires_at <= services.clock.now() ? new AppError('CODE_EXPIRED', { field: fieldOf(index) }) : undefined;
}

/** Used if no authenticator is bound, so that the check takes the same time. */
const noSecret = new Secret({ size: 20 });

/**
 * Consumes an authenticator code (RFC 6238, tolerance of one step in each direction, in real time) or a recovery code.
 * Each is valid once.
 *
 * @returns the reason for a rejection
 */
export async function consumeAuthenticatorCheck(
  services: Verification,
  holder: Holder | undefined,
  { code = '', recoveryCode }: Check,
  incorrect: (reasonCode?: string) => AppError,
): Promise<AppError | undefined> {
  const { db, clock } = services;
  const { id = '', totpSecret } = holder?.customer ?? {};
  if (recoveryCode !== undefined) {
    const { numUpdatedRows } = await db
      .updateTable('recovery_code')
      .set({ used_at: clock.now() })
      .where('customer_id', '=', id)
      .where('code_hmac', '=', recoveryCodeHmac(services, id, recoveryCode))
      .where('used_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 0n ? incorrect() : undefined;
  }
  const totp = new TOTP({ secret: totpSecret ?? noSecret });
  const delta = totp.validate({ token: code, window: 1 });
  if (delta === null || totpSecret === undefined) return incorrect();
  const step = String(totp.counter() + delta);
  const { numUpdatedRows } = await db
    .updateTable('customer')
    .set({ totp_last_step: step })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows === 0n ? incorrect('already-used') : undefined;
}

/** Normalizes the code first: the dash is optional, and case does not matter. */
export function recoveryCodeHmac({ vault }: Pick<PlatformServices, 'vault'>, customerId: string, code: string): Buffer {
  return vault.blindIndex(`${customerId}\0${normalSpokenCode(code)}`, 'recovery-code');
}
