import { toBase64Url } from './internal/base64url.js';

/** Public JWK of `/config` that encrypts credentials. */
export interface SealingKey {
  kty: string;
  n: string;
  e: string;
  kid: string;
}

/**
 * Encrypts JSON as a compact JWE (RFC 7516) with RSA-OAEP-256 and A256GCM. It uses only SubtleCrypto, because a library
 * would double the size of this package.
 */
export async function seal({ kty, n, e, kid }: SealingKey, value: unknown): Promise<string> {
  const text = (json: unknown): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(json));
  const rsa = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const [recipient, contentKey] = await Promise.all([
    crypto.subtle.importKey('jwk', { kty, n, e }, rsa, false, ['encrypt']),
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']),
  ]);
  const header = toBase64Url(text({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid }));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const [encryptedKey, sealed] = await Promise.all([
    crypto.subtle.exportKey('raw', contentKey).then((raw) => crypto.subtle.encrypt(rsa, recipient, raw)),
    crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(header) },
      contentKey,
      text(value),
    ),
  ]);
  const bytes = new Uint8Array(sealed);
  const parts = [new Uint8Array(encryptedKey), iv, bytes.subarray(0, -16), bytes.subarray(-16)];
  return [header, ...parts.map(toBase64Url)].join('.');
}
