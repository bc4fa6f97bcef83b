import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { KeyError } from './key-error.ts';
import { assertSignable, type Curve, type SigningKey } from './signing-key.ts';

/** A key that is kept elsewhere. */
interface RemoteKey<Of extends Curve> {
  curve: Of;
  /** As `SigningKey.publicKey`. */
  publicKey: Uint8Array;
  /** As the settings name the key. */
  name: string;
  /** @returns 64 bytes; of secp256k1 possibly with the higher s */
  sign(data: Uint8Array): Promise<Uint8Array>;
}

/**
 * A key whose signatures are verified before anybody uses them, because a key store can be misconfigured. Networks accept only the
 * lower s of secp256k1 and key stores return either.
 */
export function checkedKey<Of extends Curve>({ curve, publicKey, name, sign }: RemoteKey<Of>): SigningKey<Of> {
  return {
    curve,
    publicKey,
    async sign(data) {
      assertSignable(curve, data);
      // The caller may reuse its buffer while the key store is at work.
      const signed = Uint8Array.from(data);
      const signature = withLowS(curve, await sign(signed));
      if (signature === undefined || !isValid(curve, signature, signed, publicKey))
        throw new KeyError('KEY_INVALID_SIGNATURE', name, 'returned a signature that is not its own. Check the name.');
      return signature;
    },
  };
}

/** @returns undefined if it is not a signature of the curve */
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
