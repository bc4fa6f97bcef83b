import { inspect } from 'node:util';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { KeyError } from '../../src/keys/key-error.ts';
import type { KeyName } from '../../src/keys/key-name.ts';
import { type KeyOptions, openSigningKey } from '../../src/keys/open-key.ts';
import type { Curve, SigningKey } from '../../src/keys/signing-key.ts';
import { present } from '@wusd/server-kit/testing/present';

/** The key store under test. */
export interface KeyStore {
  /** Adds a key. @returns its name, and its public key as the store itself reports it */
  createKey(curve: Curve): Promise<{ name: KeyName; publicKey: Uint8Array }>;
  /** A key name that the store does not have. */
  unknownName(): KeyName;
  /** Removes the key until the returned function is called. */
  remove(name: KeyName): Promise<() => Promise<void>>;
  options: KeyOptions;
  /** Texts that must not appear in errors, e.g. the PIN. */
  secrets: readonly string[];
}

/**
 * Defines the tests for every kind of signing key. Call it within a `describe`.
 *
 * @param options `knowsCurves`: the store knows the curve of a key. `runs`: runs of each property
 */
export function conforms(
  start: () => Promise<KeyStore>,
  { knowsCurves, runs = 20 }: { knowsCurves: boolean; runs?: number },
): void {
  let store: KeyStore;
  beforeAll(async () => {
    store = await start();
  });
  const open = <Of extends Curve>(name: KeyName, curve: Of): Promise<SigningKey<Of>> =>
    openSigningKey(name, curve, store.options);
  const failureOf = async (work: Promise<unknown>): Promise<KeyError> => {
    const error: unknown = await work.then(
      () => new Error('It did not fail'),
      (reason: unknown) => reason,
    );
    if (!(error instanceof KeyError)) throw error;
    const shown = inspect(error, { depth: 10, showHidden: true }) + String(error.stack);
    for (const secret of store.secrets) expect(shown).not.toContain(secret);
    return error;
  };

  for (const curve of ['secp256k1', 'ed25519'] as const)
    describe(`a key of ${curve}`, () => {
      let name: KeyName;
      let publicKey: Uint8Array;
      let key: SigningKey;
      beforeAll(async () => {
        ({ name, publicKey } = await store.createKey(curve));
        key = await open(name, curve);
      });

      test('has the public key of the store', () => {
        expect(key.curve).toBe(curve);
        expect(Buffer.from(key.publicKey).toString('hex')).toBe(Buffer.from(publicKey).toString('hex'));
        expect(key.publicKey).toHaveLength(curve === 'secp256k1' ? 65 : 32);
      });

      test('creates signatures that another library verifies', async () => {
        const data = curve === 'secp256k1' ? bytes(32, 32) : bytes(1, 2000);
        await fc.assert(
          fc.asyncProperty(data, async (message) => {
            expect(isValid(curve, await key.sign(message), message, publicKey)).toBe(true);
          }),
          { numRuns: runs },
        );
      });

      test('signs fifty messages at once, each with its own signature', async () => {
        const messages = Array.from({ length: 50 }, (_, index) => new Uint8Array(32).fill(index + 1));
        const signatures = await Promise.all(messages.map((message) => key.sign(message)));
        const valid = signatures.map((signature, index) =>
          isValid(curve, signature, present(messages[index]), publicKey),
        );
        expect(valid).toEqual(messages.map(() => true));
      });

      test('signs the original message, even if the caller changes the buffer', async () => {
        const message = new Uint8Array(32).fill(7);
        const signing = key.sign(message);
        message.fill(8);
        expect(isValid(curve, await signing, new Uint8Array(32).fill(7), publicKey)).toBe(true);
      });

      test('reports a missing key, and signs again once the key is back', async () => {
        const restore = await store.remove(name);
        const error = await failureOf(key.sign(new Uint8Array(32).fill(1)));
        await restore();
        expect(['KEY_NOT_FOUND', 'KEY_DISABLED', 'KEY_UNAVAILABLE']).toContain(error.code);
        expect(error.message).toContain(name.text);
        const message = new Uint8Array(32).fill(2);
        expect(isValid(curve, await key.sign(message), message, publicKey)).toBe(true);
      });

      const otherCurve: Curve = curve === 'secp256k1' ? 'ed25519' : 'secp256k1';
      test.each<Curve>(knowsCurves ? [otherCurve] : [])('is not one of %s', async (other) => {
        const error = await failureOf(open(name, other));
        expect(['KEY_UNSUITABLE', 'KEY_NOT_FOUND']).toContain(error.code);
      });
    });

  test('secp256k1 keys sign only digests of 32 bytes', async () => {
    const key = await open((await store.createKey('secp256k1')).name, 'secp256k1');
    for (const length of [0, 20, 31, 33, 64])
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure names its length
      await expect(key.sign(new Uint8Array(length))).rejects.toThrow(RangeError);
  });

  test('quotes the name of an unknown key', async () => {
    const name = store.unknownName();
    const error = await failureOf(open(name, 'secp256k1'));
    expect(error.code).toBe('KEY_NOT_FOUND');
    expect(error.message).toMatch(/^The key .+\.$/);
    expect(error.message).toContain(name.text);
  });
}

const bytes = (minLength: number, maxLength: number): fc.Arbitrary<Uint8Array> =>
  fc.uint8Array({ minLength, maxLength });

/** Requires low s for secp256k1, like networks do. */
function isValid(curve: Curve, signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  return curve === 'secp256k1'
    ? secp256k1.verify(signature, message, publicKey, { prehash: false, lowS: true })
    : ed25519.verify(signature, message, publicKey);
}
