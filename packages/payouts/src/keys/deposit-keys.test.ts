import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { depositKey, depositXpub } from '../../testing/evm-node.ts';
import { startKmsDouble } from '../../testing/keys/kms-double.ts';
import { addressOfKey } from '../evm/signer.ts';
import { createDepositAddresses } from '../sources/deposit-keys.ts';
import { depositKeyContext, openDepositKeys } from './deposit-keys.ts';
import { type KmsKeyName, parseKeyName } from './key-name.ts';

// The extended private key of deposit addresses, in plain text and encrypted by a double of AWS KMS.

const folder = mkdtempSync(join(tmpdir(), 'wusd-deposit-keys-'));
const kms = await startKmsDouble();
afterAll(() => {
  rmSync(folder, { recursive: true });
  kms.close();
});
beforeEach(() => kms.set({}));
const xprv = depositKey.privateExtendedKey;
const options = { aws: kms.credentials, pause: async () => {} };
let count = 0;

function write(content: string, mode = 0o600): string {
  count += 1;
  const path = join(folder, `key-${count}`);
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}
const plain = (content: string, mode?: number) =>
  openDepositKeys({ path: write(content, mode), encryptedBy: undefined }, depositXpub, options);

const arn = kms.addSymmetricKey();
function kmsName(of: string): KmsKeyName {
  const name = parseKeyName(`awskms:${of}?endpoint=${kms.endpoint}`);
  if (name.kind !== 'awskms') throw new Error('Not a key of AWS KMS');
  return name;
}
const encrypted = (content: string, { by = arn, context }: { by?: string; context?: Record<string, string> } = {}) =>
  openDepositKeys(
    { path: write(kms.encrypt(arn, content, { ...depositKeyContext, ...context })), encryptedBy: kmsName(by) },
    depositXpub,
    options,
  );

test.each([
  ['in plain text', () => plain(`${xprv}\n`)],
  ['encrypted', () => encrypted(xprv)],
])('a key %s derives the private keys of the addresses of the extended public key', async (_, open) => {
  const keys = await open();
  const addressOf = createDepositAddresses(depositXpub);
  for (const keyIndex of [1n, 2n, 77n, 2n ** 31n - 1n])
    expect(addressOfKey(keys.keyOf(keyIndex))).toBe(addressOf(keyIndex));
});

describe('rejects a file without quoting it (control 63):', () => {
  const other = HDKey.fromMasterSeed(Buffer.alloc(32, 8)).privateExtendedKey;
  test.each([
    ['the key of other addresses', other],
    ['the public key', depositXpub],
    ['what is no key', 'a secret that is no key'],
    ['an empty file', ''],
  ])('%s', async (_, content) => {
    const error = await plain(content).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'KEY_UNSUITABLE',
      message: expect.not.stringContaining(content || 'nothing'),
    });
  });
});

test('rejects a plain-text file that others can read', async () => {
  await expect(plain(xprv, 0o644)).rejects.toMatchObject({ code: 'KEY_FILE_INSECURE' });
});

test('rejects a file that was encrypted by another key or for another purpose', async () => {
  await expect(encrypted(xprv, { by: kms.addSymmetricKey() })).rejects.toMatchObject({ code: 'KEY_UNSUITABLE' });
  await expect(encrypted(xprv, { context: { purpose: 'other' } })).rejects.toMatchObject({ code: 'KEY_UNSUITABLE' });
});

test('retries when the service is busy', async () => {
  kms.set({ throttled: 2 });
  await expect(encrypted(xprv)).resolves.toBeDefined();
});
