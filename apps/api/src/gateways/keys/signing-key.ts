import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';

/** A private key that signs and is not read. It may be in this process, in an HSM or with a cloud's key service. */
export interface SigningKey<Curve extends 'secp256k1' | 'ed25519' = 'secp256k1' | 'ed25519'> {
  readonly curve: Curve;
  /** secp256k1: 65 bytes, uncompressed (SEC 1). Ed25519: 32 bytes (RFC 8032). */
  readonly publicKey: Uint8Array;
  /**
   * @param data secp256k1: a digest of 32 bytes. Ed25519: the message itself
   * @returns 64 bytes; of secp256k1 r and s, with the lower s
   */
  sign(data: Uint8Array): Promise<Uint8Array>;
}

/** A key held in memory, for development and tests. @param secret 32 bytes */
export function secp256k1Key(secret: Uint8Array): SigningKey<'secp256k1'> {
  return {
    curve: 'secp256k1',
    publicKey: secp256k1.getPublicKey(secret, false),
    sign: async (digest) => secp256k1.sign(digest, secret, { prehash: false, lowS: true }),
  };
}

/** A key held in memory, for development and tests. @param seed 32 bytes */
export function ed25519Key(seed: Uint8Array): SigningKey<'ed25519'> {
  return {
    curve: 'ed25519',
    publicKey: ed25519.getPublicKey(seed),
    sign: async (message) => ed25519.sign(message, seed),
  };
}
