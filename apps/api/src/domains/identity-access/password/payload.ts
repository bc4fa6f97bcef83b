import { AppError } from '../../../platform/errors/app-error.ts';

/** Both passwords of an opened payload `{oldPassword, password}`. */
export function readPasswords(value: unknown): { oldPassword: string; password: string } {
  const password = readPassword(value);
  const { oldPassword } = value as { oldPassword?: unknown };
  if (typeof oldPassword === 'string' && oldPassword.length <= 1024) return { oldPassword, password };
  throw new AppError('SEALED_PAYLOAD_UNREADABLE');
}

/** The new password of an opened payload `{password}`. */
export function readPassword(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'password' in value) {
    const { password } = value;
    if (typeof password === 'string' && password.length <= 1024) return password;
  }
  throw new AppError('SEALED_PAYLOAD_UNREADABLE');
}
