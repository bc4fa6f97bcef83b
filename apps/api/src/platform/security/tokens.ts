import { createHash, randomBytes } from 'node:crypto';

/** Creates an opaque bearer token: 256 random bits after a prefix that secret scanners recognise. */
export function createToken(prefix: 'wat' | 'wrt' | 'wpr' | 'wak'): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}

/** Returns the stored form of a token: a single SHA-256 suffices, because the token has full entropy. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
