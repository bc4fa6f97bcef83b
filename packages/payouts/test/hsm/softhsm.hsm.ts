import { chmod, writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { openSigningKey } from '../../src/keys/open-key.ts';
import { parseKeyName } from '../../src/keys/key-name.ts';
import { conforms } from '../../testing/keys/signing-key-conformance.ts';
import { startSoftHsm } from '../../testing/keys/softhsm.ts';
import { signsForEveryNetwork } from '../../testing/keys/transaction-conformance.ts';

// Keys on a token of SoftHSM, through its PKCS #11 library. `npm run test:hsm` runs this.

const hsm = await startSoftHsm();
afterAll(() => hsm.stop());

describe('a key on a token', () => {
  conforms(async () => hsm, { knowsCurves: true });
});

describe('keys on a token', () => {
  signsForEveryNetwork(async () => ({
    secp256k1: await openSigningKey((await hsm.createKey('secp256k1')).name, 'secp256k1'),
    ed25519: await openSigningKey((await hsm.createKey('ed25519')).name, 'ed25519'),
  }));
});

test('the token does not return the private value', async () => {
  const { name } = await hsm.createKey('secp256k1');
  const attributeSensitive = 0x11;
  expect(await hsm.readPrivateValue(name)).toBe(attributeSensitive);
});

test('rejects a key that can be exported', async () => {
  const { name } = await hsm.createKey('secp256k1', true);
  await expect(openSigningKey(name, 'secp256k1')).rejects.toMatchObject({ code: 'KEY_UNSUITABLE' });
});

test('signs after the token has ended all sessions', async () => {
  const { name } = await hsm.createKey('ed25519');
  const key = await openSigningKey(name, 'ed25519');
  for (let round = 0; round < 3; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the rounds follow each other
    await hsm.closeAllSessions();
    // oxlint-disable-next-line no-await-in-loop
    expect(await Promise.all([1, 2, 3, 4, 5].map((byte) => key.sign(Uint8Array.of(byte))))).toHaveLength(5);
  }
});

test('signatures do not block other work of the process', async () => {
  const key = await openSigningKey((await hsm.createKey('secp256k1')).name, 'secp256k1');
  let turns = 0;
  let isDone = false;
  const turn = (): void => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  turn();
  await Promise.all(Array.from({ length: 50 }, () => key.sign(new Uint8Array(32).fill(1))));
  isDone = true;
  // With synchronous calls, all signatures would be done after the first turn.
  expect(turns).toBeGreaterThan(5);
});

test('tries a wrong PIN once, so that the token does not lock', async () => {
  const { name } = await hsm.createKey('secp256k1');
  await hsm.closeAllSessions();
  const wrong = `${hsm.pinFile}-wrong`;
  await writeFile(wrong, 'not the PIN');
  await chmod(wrong, 0o600);
  const misnamed = parseKeyName(name.text.replace(/pin-source=.*/, `pin-source=${wrong}`));
  const rejection = { code: 'KEY_ACCESS_DENIED' };
  for (let attempt = 0; attempt < 12; attempt += 1)
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as a queue retries
    await expect(openSigningKey(misnamed, 'secp256k1')).rejects.toMatchObject(rejection);
  const key = await openSigningKey(name, 'secp256k1');
  expect(await key.sign(new Uint8Array(32).fill(1))).toHaveLength(64);
});

test('distinguishes a missing library from a missing token', async () => {
  const { name } = await hsm.createKey('secp256k1');
  const open = (text: string) => openSigningKey(parseKeyName(text), 'secp256k1');
  await expect(open(name.text.replace('libsofthsm2', 'libnone'))).rejects.toMatchObject({ code: 'KEY_UNAVAILABLE' });
  await expect(open(name.text.replace('token=wusd', 'token=none'))).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' });
});
