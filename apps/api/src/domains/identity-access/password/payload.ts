import { AppError } from '../../../platform/errors/app-error.ts';

/** Reads both passwords of a decrypted payload `{oldPassword, password}`. @throws AppError SEALED_PAYLOAD_UNREADABLE */
export function readPasswords(value: unknown): { oldPassword: string; password: string } {
  const password = readPassword(value);
  const { oldPassword } = value as { oldPassword?: unknown };
  if (typeof oldPassword === 'string' && oldPassword.length <= 1024) return { oldPassword, password };
  throw new AppError('SEALED_PAYLOAD_UNREADABLE');
}

/** Reads the password of a decrypted payload `{password}`. @throws AppError SEALED_PAYLOAD_UNREADABLE */
export function readPassword(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'password' in value) {
    const { password } = value;
    if (typeof password === 'string' && password.length <= 1024) return password;
  }
  throw new AppError('SEALED_PAYLOAD_UNREADABLE');
}
