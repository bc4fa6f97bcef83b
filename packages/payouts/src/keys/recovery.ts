import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { SigningKey } from './signing-key.ts';

/** A secp256k1 signature from which the public key can be recovered. */
export interface RecoverableSignature {
  /** r and s, 64 bytes. */
  compact: Uint8Array;
  /** Which of the two possible public keys signed (SEC 1, 4.1.6). */
  recovery: 0 | 1;
}

/**
 * Signs, and computes the recovery id by trial, because key stores do not return it.
 *
 * @param digest 32 bytes
 * @throws Error if the signature does not belong to the key
 */
export async function signRecoverable(key: SigningKey<'secp256k1'>, digest: Uint8Array): Promise<RecoverableSignature> {
  const compact = await key.sign(digest);
  const recovery = ([0, 1] as const).find((bit) => isKeyOf(compact, bit, digest, key.publicKey));
  if (recovery === undefined) throw new Error('The key returned a signature that is not its own');
  return { compact, recovery };
}

function isKeyOf(compact: Uint8Array, bit: 0 | 1, digest: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    const signature = secp256k1.Signature.fromBytes(compact).addRecoveryBit(bit);
    return Buffer.from(signature.recoverPublicKey(digest).toBytes(false)).equals(publicKey);
  } catch {
    // No public key can be recovered with this recovery bit.
    return false;
  }
}
