import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { KeyError } from './key-error.ts';
import { assertSignable, type Curve, type SigningKey } from './signing-key.ts';

/** A key in an external key store. */
interface RemoteKey<Of extends Curve> {
  curve: Of;
  /** Format of `SigningKey.publicKey`. */
  publicKey: Uint8Array;
  /** The key's name in the settings. */
  name: string;
  /** @returns 64 bytes; s of a secp256k1 signature may be high */
  sign(data: Uint8Array): Promise<Uint8Array>;
}

/**
 * Verifies every signature before returning it, because a key store can be misconfigured. Also normalises to low s:
 * networks accept only low s of secp256k1, and key stores return either.
 */
export function checkedKey<Of extends Curve>({ curve, publicKey, name, sign }: RemoteKey<Of>): SigningKey<Of> {
  return {
    curve,
    publicKey,
    async sign(data) {
      assertSignable(curve, data);
      // The caller may reuse its buffer during the call to the key store.
      const signed = Uint8Array.from(data);
      const signature = withLowS(curve, await sign(signed));
      if (signature === undefined || !isValid(curve, signature, signed, publicKey))
        throw new KeyError('KEY_INVALID_SIGNATURE', name, 'returned a signature that is not its own. Check the name.');
      return signature;
    },
  };
}

/** @returns undefined if the bytes are not a signature of the curve */
function withLowS(curve: Curve, signature: Uint8Array): Uint8Array | undefined {
  if (signature.length !== 64) return undefined;
  if (curve === 'ed25519') return signature;
  try {
    const { r, s } = secp256k1.Signature.fromBytes(signature);
    const order = secp256k1.Point.Fn.ORDER;
    return new secp256k1.Signature(r, s > order / 2n ? order - s : s).toBytes();
  } catch {
    return undefined;
  }
}

function isValid(curve: Curve, signature: Uint8Array, data: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return curve === 'secp256k1'
      ? secp256k1.verify(signature, data, publicKey, { prehash: false, lowS: true })
      : ed25519.verify(signature, data, publicKey);
  } catch {
    return false;
  }
}
