import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { conforms } from '../../testing/keys/signing-key-conformance.ts';
import { signsForEveryNetwork } from '../../testing/keys/transaction-conformance.ts';
import { type FileKeyName, parseKeyName } from './key-name.ts';
import { openSigningKey } from './open-key.ts';
import { ed25519Key, secp256k1Key } from './signing-key.ts';

const folder = mkdtempSync(join(tmpdir(), 'wusd-file-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));
const secret = '5a'.repeat(32);
let count = 0;

function write(content: string, mode = 0o600): FileKeyName {
  count += 1;
  const path = join(folder, `key-${count}`);
  writeFileSync(path, content);
  chmodSync(path, mode);
  const name = parseKeyName(`file:${path}`);
  if (name.kind !== 'file') throw new Error('Not a file');
  return name;
}

describe('a key in a file', () => {
  conforms(
    async () => ({
      createKey: async (curve) => {
        const key = (curve === 'secp256k1' ? secp256k1Key : ed25519Key)(Uint8Array.from(Buffer.from(secret, 'hex')));
        return { name: write(secret), publicKey: key.publicKey };
      },
      unknownName: () => parseKeyName(`file:${folder}/nobody`),
      async remove(name) {
        const path = name.text.replace('file:', '');
        await rename(path, `${path}.away`);
        return () => rename(`${path}.away`, path);
      },
      options: {},
      secrets: [secret],
    }),
    { knowsCurves: false },
  );
  signsForEveryNetwork(async () => ({
    secp256k1: await openSigningKey(write(secret), 'secp256k1'),
    ed25519: await openSigningKey(write(`0x${secret}\n`), 'ed25519'),
  }));
});

test.each([0o644, 0o640, 0o604, 0o660])('rejects a file that others can read or write: mode %o', async (mode) => {
  await expect(openSigningKey(write(secret, mode), 'secp256k1')).rejects.toMatchObject({
    code: 'KEY_FILE_INSECURE',
    message: expect.stringContaining('chmod 600'),
  });
});

test('stops signing once others can read the file', async () => {
  const name = write(secret);
  const key = await openSigningKey(name, 'ed25519');
  chmodSync(name.path, 0o644);
  await expect(key.sign(Uint8Array.of(1))).rejects.toMatchObject({ code: 'KEY_FILE_INSECURE' });
});

test('stops signing once the file contains another key: payouts would leave from another address', async () => {
  const name = write(secret);
  const key = await openSigningKey(name, 'secp256k1');
  writeFileSync(name.path, '5b'.repeat(32));
  await expect(key.sign(new Uint8Array(32))).rejects.toMatchObject({ code: 'KEY_INVALID_SIGNATURE' });
});

test.each(['', '5a', `${secret}5a`, 'no hexadecimal', '00'.repeat(32), 'ff'.repeat(32)])(
  'rejects a file without a secp256k1 private key, and does not quote it: %s',
  async (content) => {
    const opening = openSigningKey(write(content), 'secp256k1');
    await expect(opening).rejects.toMatchObject({
      code: 'KEY_UNSUITABLE',
      message: expect.not.stringContaining(content || 'nothing'),
    });
  },
);
