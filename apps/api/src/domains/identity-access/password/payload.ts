import { AppError } from '../../../platform/errors/app-error.ts';
import * as v from 'valibot';

/**
 * Reads both passwords from a decrypted payload `{oldPassword, password}`. @throws AppError SEALED_PAYLOAD_UNREADABLE
 */
export function readPasswords(value: unknown): { oldPassword: string; password: string } {
  const password = readPassword(value);
  return { oldPassword: readPassword(value, 'oldPassword'), password };
}

/** Reads one password from a decrypted payload. @throws AppError SEALED_PAYLOAD_UNREADABLE */
export function readPassword(value: unknown, field: 'password' | 'oldPassword' = 'password'): string {
  const payload = v.safeParse(v.object({ [field]: v.pipe(v.string(), v.maxLength(1024)) }), value);
  const password = payload.success ? payload.output[field] : undefined;
  if (password !== undefined) return password;
  throw new AppError('SEALED_PAYLOAD_UNREADABLE');
}
