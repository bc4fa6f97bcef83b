import { createPublicKey } from 'node:crypto';
import type { Curve } from './signing-key.ts';

const curveNames = { secp256k1: { kty: 'EC', crv: 'secp256k1' }, ed25519: { kty: 'OKP', crv: 'Ed25519' } } as const;

/**
 * Reads a public key in DER (SubjectPublicKeyInfo, RFC 5280).
 *
 * @returns bytes in the format of `SigningKey.publicKey`; undefined if the key has another curve
 */
export function publicKeyFromSpki(curve: Curve, der: Uint8Array): Uint8Array | undefined {
  try {
    const {
      kty,
      crv,
      x = '',
      y = '',
    } = createPublicKey({
      key: Buffer.from(der),
      format: 'der',
      type: 'spki',
    }).export({ format: 'jwk' });
    if (kty !== curveNames[curve].kty || crv !== curveNames[curve].crv) return undefined;
    const coordinates = [x, y].map((each) => Buffer.from(each, 'base64url'));
    return Uint8Array.from(Buffer.concat(curve === 'secp256k1' ? [Buffer.of(4), ...coordinates] : coordinates));
  } catch {
    return undefined;
  }
}
