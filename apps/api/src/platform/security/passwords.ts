import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createFairQueue, type QueueShare } from './fair-queue.ts';

const derive = promisify(argon2);

/** Work per hash. */
export interface PasswordCost {
  /** KiB. */
  memory: number;
  passes: number;
}

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, parallelism 1. */
const recommended: PasswordCost = { memory: 19_456, passes: 2 };

/** Hashing is the most expensive work that an anonymous caller can cause. */
const run = createFairQueue({ concurrency: 2, maxWaiting: 100, reserved: 20, maxPerShare: 64, maxWaitMs: 15_000 });

/**
 * @param cost the hash stores a cost other than the recommended one, and is always verified at that cost
 * @param salt 16 bytes; random, unless one derivation must be comparable with several hashes ({@link findPassword})
 * @returns `argon2id$<salt>$<tag>`, both base64url; followed by `$m=<KiB>,t=<passes>` for another cost
 * @throws AppError TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE if the hashing queue is full
 */
export async function hashPassword(
  password: string,
  share: QueueShare,
  cost?: PasswordCost,
  salt: Buffer = randomBytes(16),
): Promise<string> {
  const tag = await tagOf(password, salt, share, cost);
  const named = cost && `m=${cost.memory},t=${cost.passes}`;
  return ['argon2id', salt.toString('base64url'), tag.toString('base64url'), ...(named ? [named] : [])].join('$');
}

/**
 * Compares in constant time. Without a hash it does the same work and returns false, so that an unknown account takes
 * as long as a wrong password.
 *
 * @throws AppError TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE if the hashing queue is full
 */
export async function verifyPassword(password: string, hash: string | undefined, share: QueueShare): Promise<boolean> {
  return (await findPassword(password, hash === undefined ? [] : [hash], share)) !== undefined;
}

/**
 * Compares a password with several hashes by one derivation, with the salt and cost of the first hash. Hashes with
 * another salt do not match. Otherwise like {@link verifyPassword}.
 *
 * @returns the first hash that matches
 */
export async function findPassword(
  password: string,
  hashes: readonly string[],
  share: QueueShare,
): Promise<string | undefined> {
  const { salt = Buffer.alloc(16), cost } = hashParameters(hashes[0]);
  const actual = await tagOf(password, salt, share, cost);
  return hashes.find((hash) => {
    const { tag } = hashParameters(hash);
    return tag !== undefined && timingSafeEqual(actual, tag);
  });
}

/** Returns salt and cost of a hash, so that another hash can use them and one derivation verifies both. */
export function hashParameters(hash: string | undefined): { salt?: Buffer; tag?: Buffer; cost?: PasswordCost } {
  const [, salt, tag, named] = (hash ?? '').split('$');
  if (salt === undefined || tag === undefined) return {};
  const cost = readCost(named);
  return { salt: Buffer.from(salt, 'base64url'), tag: Buffer.from(tag, 'base64url'), ...(cost && { cost }) };
}

function tagOf(password: string, nonce: Buffer, share: QueueShare, cost = recommended): Promise<Buffer> {
  const message = password.normalize('NFC');
  return run(share, () => derive('argon2id', { ...cost, parallelism: 1, tagLength: 32, message, nonce }));
}

function readCost(named = ''): PasswordCost | undefined {
  const [, memory, passes] = /^m=(\d+),t=(\d+)$/.exec(named) ?? [];
  return memory === undefined ? undefined : { memory: Number(memory), passes: Number(passes) };
}

/**
 * Returns the queue share of callers without an account, one per address. @param address address as counted by rate
 * limits
 */
export const shareOfAddress = (address: string): QueueShare => ({ key: `address ${address}` });

/** Returns the queue share of a customer who is signed in or uses a known device. */
export const shareOfCustomer = (customerId: string): QueueShare => ({
  key: `customer ${customerId}`,
  hasReserve: true,
});
