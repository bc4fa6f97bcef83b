import { createHash, randomBytes } from 'node:crypto';

/** Opaque bearer tokens: 256 random bits behind a prefix that secret scanners can recognise. */
export function createToken(prefix: 'wat' | 'wrt' | 'wpr' | 'wak'): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}

/** The stored form of a token: one SHA-256, because the token has full entropy. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
