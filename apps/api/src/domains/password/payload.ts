import { Failure } from '../../http/failure.ts';

/** The new password of an opened payload `{password}`. */
export function readPassword(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'password' in value) {
    const { password } = value;
    if (typeof password === 'string' && password.length <= 1024) return password;
  }
  throw new Failure('SEALED_PAYLOAD_UNREADABLE');
}
