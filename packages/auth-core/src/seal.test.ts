import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { expect, test } from 'vitest';
import { seal } from './seal.js';

test('an independent library decrypts a payload that SubtleCrypto encrypted', async () => {
  const { publicKey, privateKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  const jwe = await seal(
    { kty: 'RSA', n: jwk.n ?? '', e: jwk.e ?? '', kid: 'k1' },
    { username: 'a', password: 'ไม่บอก' },
  );
  const { plaintext, protectedHeader } = await compactDecrypt(jwe, privateKey);
  expect(protectedHeader).toEqual({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'k1' });
  expect(JSON.parse(new TextDecoder().decode(plaintext))).toEqual({ username: 'a', password: 'ไม่บอก' });
});
