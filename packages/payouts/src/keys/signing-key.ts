import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';

export type Curve = 'secp256k1' | 'ed25519';

/** A private key that signs and can't be read. It may be in a file, in an HSM or in a cloud key service. */
export interface SigningKey<Of extends Curve = Curve> {
  readonly curve: Of;
  /** secp256k1: 65 bytes, uncompressed (SEC 1). Ed25519: 32 bytes (RFC 8032). */
  readonly publicKey: Uint8Array;
  /**
   * @param data secp256k1: a digest of 32 bytes. Ed25519: the message itself, of any length
   * @returns 64 bytes. secp256k1: r and s, with the lower s. Ed25519: as RFC 8032 encodes it
   * @throws RangeError if a digest is not 32 bytes long
   * @throws KeyError if an external key store does not sign
   */
  sign(data: Uint8Array): Promise<Uint8Array>;
}

/** @throws RangeError if the data can't be signed with a key of the curve */
export function assertSignable(curve: Curve, data: Uint8Array): void {
  if (curve === 'secp256k1' && data.length !== 32)
    throw new RangeError(`secp256k1 signs a digest of 32 bytes, not ${data.length} bytes`);
}

/** A key in memory, for development and tests. @param secret 32 bytes */
export function secp256k1Key(secret: Uint8Array): SigningKey<'secp256k1'> {
  return {
    curve: 'secp256k1',
    publicKey: secp256k1.getPublicKey(secret, false),
    async sign(digest) {
      assertSignable('secp256k1', digest);
      return secp256k1.sign(digest, secret, { prehash: false, lowS: true });
    },
  };
}

/** A key in memory, for development and tests. @param seed 32 bytes */
export function ed25519Key(seed: Uint8Array): SigningKey<'ed25519'> {
  return {
    curve: 'ed25519',
    publicKey: ed25519.getPublicKey(seed),
    sign: async (message) => ed25519.sign(message, seed),
  };
}
