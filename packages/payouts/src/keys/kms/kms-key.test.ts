import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startKmsDouble } from '../../../testing/keys/kms-double.ts';
import { conforms } from '../../../testing/keys/signing-key-conformance.ts';
import { signsForEveryNetwork } from '../../../testing/keys/transaction-conformance.ts';
import { type KeyName, parseKeyName } from '../key-name.ts';
import { openSigningKey } from '../open-key.ts';
import { type Curve, ed25519Key, secp256k1Key } from '../signing-key.ts';

// AWS KMS keys. The double of the service verifies the signature of each request.

const kms = await startKmsDouble();
afterAll(() => kms.close());
const pauses: number[] = [];
const options = { aws: kms.credentials, pause: async (ms: number) => void pauses.push(ms) };
const digest = new Uint8Array(32).fill(9);
let count = 0;

function create(curve: Curve): { name: KeyName; publicKey: Uint8Array } {
  count += 1;
  const secret = new Uint8Array(32).fill(count);
  const name = parseKeyName(`awskms:${kms.addKey(curve, secret)}?endpoint=${kms.endpoint}`);
  return { name, publicKey: (curve === 'secp256k1' ? secp256k1Key : ed25519Key)(secret).publicKey };
}
const open = <Of extends Curve>(curve: Of) => openSigningKey(create(curve).name, curve, options);
const key = await open('secp256k1');

beforeEach(() => {
  kms.set({});
  kms.operations.length = 0;
  pauses.length = 0;
});

describe('a key of AWS KMS', () => {
  conforms(
    async () => ({
      createKey: async (curve) => create(curve),
      unknownName: () => parseKeyName(`awskms:arn:aws:kms:${kms.region}:111122223333:key/0?endpoint=${kms.endpoint}`),
      async remove() {
        kms.set({ isDisabled: true });
        return async () => kms.set({});
      },
      options,
      secrets: [kms.credentials.secretAccessKey],
    }),
    { knowsCurves: true },
  );
  signsForEveryNetwork(async () => ({ secp256k1: await open('secp256k1'), ed25519: await open('ed25519') }));
});

test('converts a high s to a low s, as networks require', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (data) => {
      kms.set({});
      const low = await key.sign(data);
      kms.set({ isHighS: true });
      expect(await key.sign(data)).toEqual(low);
    }),
    { numRuns: 20 },
  );
});

test.each([
  ['throttles', { throttled: 2 }],
  ['fails', { failing: 2 }],
])('signs after the service %s twice', async (_, faults) => {
  kms.set(faults);
  expect(await key.sign(digest)).toHaveLength(64);
  expect(kms.operations).toEqual(['Sign', 'Sign', 'Sign']);
  expect(pauses).toHaveLength(2);
  expect(pauses[1]).toBeGreaterThan(pauses[0] ?? 0);
});

test.each([
  ['throttles', { throttled: 9 }, 'KEY_BUSY'],
  ['fails', { failing: 9 }, 'KEY_UNAVAILABLE'],
])('gives up after three attempts when the service %s', async (_, faults, code) => {
  kms.set(faults);
  await expect(key.sign(digest)).rejects.toMatchObject({ code, isTransient: true });
  expect(kms.operations).toHaveLength(3);
});

test('does not retry when a key is disabled, because only a person can enable it', async () => {
  kms.set({ isDisabled: true });
  await expect(key.sign(digest)).rejects.toMatchObject({ code: 'KEY_DISABLED', isTransient: false });
  expect(kms.operations).toEqual(['Sign']);
  await expect(open('ed25519')).rejects.toMatchObject({ code: 'KEY_DISABLED' });
});

test.each([
  ['no JSON', { garbage: 'oops' }, 'KEY_INVALID_ANSWER'],
  ['JSON without a signature', { garbage: '{}' }, 'KEY_INVALID_ANSWER'],
  ['no base64', { signature: '!!' }, 'KEY_INVALID_ANSWER'],
  ['no DER', { signature: 'AAAA' }, 'KEY_INVALID_ANSWER'],
  ['the signature of another key', { isWrongKey: true }, 'KEY_INVALID_SIGNATURE'],
])('rejects an answer that is %s', async (_, faults, code) => {
  kms.set(faults);
  await expect(key.sign(digest)).rejects.toMatchObject({ code });
  expect(kms.operations).toEqual(['Sign']);
});

test('rejects an Ed25519 signature of another key', async () => {
  const other = await open('ed25519');
  kms.set({ isWrongKey: true });
  await expect(other.sign(digest)).rejects.toMatchObject({ code: 'KEY_INVALID_SIGNATURE' });
});

test('times out after three attempts when the service does not answer', async () => {
  const { name } = create('secp256k1');
  const timeouts: number[] = [];
  const signal = (ms: number): AbortSignal => {
    timeouts.push(ms);
    return AbortSignal.timeout(20);
  };
  kms.set({ isSilent: true });
  await expect(openSigningKey(name, 'secp256k1', { ...options, signal })).rejects.toMatchObject({
    code: 'KEY_TIMEOUT',
  });
  expect(timeouts).toHaveLength(3);
  // The outbound guard's deadline for a signature is fifteen seconds.
  expect(timeouts.reduce((sum, ms) => sum + ms)).toBeLessThan(15_000);
});

test('distinguishes an unreachable service from a rejection', async () => {
  const { name } = create('secp256k1');
  const nowhere = parseKeyName(name.text.replace(/endpoint=.*/, 'endpoint=http://127.0.0.1:1'));
  await expect(openSigningKey(nowhere, 'secp256k1', options)).rejects.toMatchObject({ code: 'KEY_UNAVAILABLE' });
});

test('rejects wrong credentials at once, and no error shows them', async () => {
  const { name } = create('secp256k1');
  const aws = { ...kms.credentials, secretAccessKey: 'another-secret-of-somebody' };
  const error: unknown = await openSigningKey(name, 'secp256k1', { ...options, aws }).catch(
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code: 'KEY_ACCESS_DENIED' });
  expect(inspect(error, { depth: 10 })).not.toMatch(/another-secret|the-secret-of-the-kms-double/);
  expect(kms.operations).toEqual(['DescribeKey']);
});

test('sends no request without credentials', async () => {
  await expect(openSigningKey(create('secp256k1').name, 'secp256k1')).rejects.toMatchObject({
    code: 'KEY_ACCESS_DENIED',
  });
  expect(kms.operations).toEqual([]);
});
