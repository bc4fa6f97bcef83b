import { argon2Sync, createSecretKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hashPassword, shareOfAddress, verifyPassword } from './passwords.ts';
import { createToken, hashToken } from './tokens.ts';
import { createVault, openUnder, sealUnder } from './vault.ts';

const share = shareOfAddress('203.0.113.7');

describe('passwords', () => {
  test('are stored as argon2id hashes with unique salts (control 3)', async () => {
    const [first, second] = await Promise.all([
      hashPassword('Correct-Horse-1!', share),
      hashPassword('Correct-Horse-1!', share),
    ]);
    expect(first).toMatch(/^argon2id\$/);
    expect(first).not.toBe(second);
    expect(await verifyPassword('Correct-Horse-1!', first, share)).toBe(true);
    expect(await verifyPassword('Correct-Horse-1?', first, share)).toBe(false);
  });

  test('are hashed at the cost that OWASP recommends (control 3)', async () => {
    const [, salt = '', tag] = (await hashPassword('Correct-Horse-1!', share)).split('$');
    const atRecommendedCost = argon2Sync('argon2id', {
      message: 'Correct-Horse-1!',
      nonce: Buffer.from(salt, 'base64url'),
      memory: 19_456,
      passes: 2,
      parallelism: 1,
      tagLength: 32,
    });
    expect(tag).toBe(atRecommendedCost.toString('base64url'));
  });

  test('are verified at the cost that their hash names', async () => {
    const hash = await hashPassword('Correct-Horse-1!', share, { memory: 64, passes: 3 });
    expect(hash).toMatch(/\$m=64,t=3$/);
    expect(await verifyPassword('Correct-Horse-1!', hash, share)).toBe(true);
    expect(await verifyPassword('Correct-Horse-1!', hash.replace('t=3', 't=2'), share)).toBe(false);
  });

  test('are not truncated, and Unicode normal forms are equal (control 1)', async () => {
    const long = 'A1!é'.repeat(32);
    const hash = await hashPassword(long, share);
    expect(await verifyPassword(long.slice(0, -1), hash, share)).toBe(false);
    expect(await verifyPassword(long.normalize('NFD'), hash, share)).toBe(true);
  });

  test('are rejected for an unknown account after the same work (control 4)', async () => {
    expect(await verifyPassword('anything', undefined, share)).toBe(false);
  });

  test('are rejected when the hashing queue is full (control 3)', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 150 }, (_, index) => verifyPassword('x', undefined, shareOfAddress(String(index)))),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ reason: { errorName: 'SERVICE_UNAVAILABLE' } });
  });
});

describe('the vault', () => {
  const vaultOf = (name: string, fill: number) => {
    const key = createSecretKey(Buffer.alloc(32, fill));
    return createVault(() => ({ sealing: new Map([[name, key]]), current: name, indexing: key }));
  };
  const vault = vaultOf('0000000a', 1);

  test('opens a sealed value only with the same context and key (control 24)', () => {
    const sealed = vault.seal('mei@example.com', 'customer:1');
    expect(vault.open(sealed, 'customer:1')).toBe('mei@example.com');
    expect(() => vault.open(sealed, 'customer:2')).toThrow();
    expect(() => vaultOf('0000000a', 2).open(sealed, 'customer:1')).toThrow();
    expect(vault.seal('mei@example.com', 'customer:1').equals(sealed)).toBe(false);
  });

  test('names the key of a sealed value, and rejects a key that it does not have (control 24)', () => {
    const sealed = vault.seal('x', 'customer:1');
    expect(vault.keyOf(sealed)).toBe('0000000a');
    expect(() => vaultOf('0000000b', 1).open(sealed, 'customer:1')).toThrow('a key that this server does not have');
  });

  test('computes a blind index that depends on value, purpose and key (control 24)', () => {
    expect(vault.blindIndex('a', 'email').equals(vault.blindIndex('a', 'email'))).toBe(true);
    expect(vault.blindIndex('a', 'email').equals(vault.blindIndex('a', 'phone'))).toBe(false);
    expect(vault.blindIndex('a', 'email').equals(vaultOf('0000000a', 2).blindIndex('a', 'email'))).toBe(false);
  });
});

test('a successor token opens only with the token that it replaces (control 12)', () => {
  const sealed = sealUnder('wrt_old', 'successor', 'wrt_new', 'ses_1');
  expect(openUnder('wrt_old', 'successor', sealed, 'ses_1')).toBe('wrt_new');
  expect(() => openUnder('wrt_other', 'successor', sealed, 'ses_1')).toThrow();
  expect(() => openUnder('wrt_old', 'data key', sealed, 'ses_1')).toThrow();
});

test('tokens have 256 random bits and are stored as a hash (control 12)', () => {
  expect(createToken('wat')).toMatch(/^wat_[\w-]{43}$/);
  expect(createToken('wrt')).not.toBe(createToken('wrt'));
  expect(hashToken('wat_x')).toHaveLength(32);
});
