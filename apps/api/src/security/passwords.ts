import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createGate } from './gate.ts';

const derive = promisify(argon2);

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

/** Hashing is the dearest thing that a stranger can ask for often. */
const gate = createGate({ atOnce: 2, waiting: 100 });

/** `argon2id$<salt>$<tag>`, both base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `argon2id$${salt.toString('base64url')}$${(await tagOf(password, salt)).toString('base64url')}`;
}

/**
 * Compares in constant time. Without a hash it does the same work and answers false, so that an unknown account
 * takes as long as a wrong password.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, salt, tag] = (hash ?? '').split('$');
  const actual = await tagOf(password, salt === undefined ? Buffer.alloc(16) : Buffer.from(salt, 'base64url'));
  return tag !== undefined && timingSafeEqual(actual, Buffer.from(tag, 'base64url'));
}

function tagOf(password: string, nonce: Buffer): Promise<Buffer> {
  return gate(() => derive('argon2id', { ...cost, message: password.normalize('NFC'), nonce }));
}
