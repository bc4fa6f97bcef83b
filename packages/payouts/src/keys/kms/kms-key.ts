import { secp256k1 } from '@noble/curves/secp256k1.js';
import { checkedKey } from '../checked-key.ts';
import { KeyError } from '../key-error.ts';
import type { KmsKeyName } from '../key-name.ts';
import { publicKeyFromSpki } from '../public-key.ts';
import type { Curve, SigningKey } from '../signing-key.ts';
import { createAwsKms, type KmsOptions } from './aws-kms.ts';

export type { KmsOptions } from './aws-kms.ts';

/** Key spec, algorithm and message type of AWS KMS for the input of `SigningKey.sign`. */
const kinds = {
  secp256k1: { keySpec: 'ECC_SECG_P256K1', algorithm: 'ECDSA_SHA_256', messageType: 'DIGEST' },
  ed25519: { keySpec: 'ECC_NIST_EDWARDS25519', algorithm: 'ED25519_SHA_512', messageType: 'RAW' },
} as const;

/**
 * Opens an AWS KMS key.
 *
 * @throws KeyError if the key does not exist or can't sign
 */
export async function openKmsKey<Of extends Curve>(
  name: KmsKeyName,
  curve: Of,
  options: KmsOptions,
): Promise<SigningKey<Of>> {
  const kms = createAwsKms(name, options);
  const { keySpec, algorithm, messageType } = kinds[curve];
  const described = await kms.describeKey();
  if (described.Arn !== name.arn) throw new KeyError('KEY_INVALID_ANSWER', name.text, 'got the answer of another key.');
  if (described.KeyUsage !== 'SIGN_VERIFY' || described.KeySpec !== keySpec)
    throw new KeyError('KEY_UNSUITABLE', name.text, `must be for SIGN_VERIFY with the key spec ${keySpec}.`);
  if (described.KeyState !== 'Enabled')
    throw new KeyError('KEY_DISABLED', name.text, 'is not enabled. Enable it in AWS KMS.');
  const { PublicKey, SigningAlgorithms } = await kms.getPublicKey();
  const publicKey = publicKeyFromSpki(curve, Buffer.from(PublicKey, 'base64'));
  if (!publicKey || !SigningAlgorithms.includes(algorithm))
    throw new KeyError('KEY_INVALID_ANSWER', name.text, `has a public key that is not one of ${curve}.`);
  return checkedKey({
    curve,
    publicKey,
    name: name.text,
    async sign(message) {
      const signature = await kms.sign({ message, messageType, algorithm });
      return curve === 'secp256k1' ? compactOf(signature, name.text) : signature;
    },
  });
}

/** @param der ECDSA-Sig-Value (RFC 3279) @returns r and s, 64 bytes */
function compactOf(der: Uint8Array, name: string): Uint8Array {
  try {
    return secp256k1.Signature.fromBytes(der, 'der').toBytes('compact');
  } catch {
    throw new KeyError('KEY_INVALID_ANSWER', name, 'got a signature that is not in DER.');
  }
}
