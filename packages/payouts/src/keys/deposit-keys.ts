import { readFile } from 'node:fs/promises';
import { HDKey } from '@scure/bip32';
import { readSecret } from './file-key.ts';
import { KeyError } from './key-error.ts';
import type { KmsKeyName } from './key-name.ts';
import { createAwsKms, type KmsOptions } from './kms/aws-kms.ts';
import { secp256k1Key, type SigningKey } from './signing-key.ts';

/** Private keys of customers' deposit addresses. */
export interface DepositKeys {
  /** @param keyIndex index of the customer's key, from 1 */
  keyOf(keyIndex: bigint): SigningKey<'secp256k1'>;
}

/** Location of the extended private key of deposit addresses. */
export interface DepositKeyFile {
  /** Absolute. */
  path: string;
  /** The AWS KMS key that encrypted the file. Without it, the file is in plain text, for development. */
  encryptedBy: KmsKeyName | undefined;
}

/** KMS encryption context. A file that was encrypted with another context is rejected. */
export const depositKeyContext = { purpose: 'wusd-deposit-key' } as const;

/**
 * Opens the extended private key of deposit addresses. The key stays in memory, because no key service derives child
 * keys.
 *
 * @param depositKey extended public key of the networks file
 * @throws KeyError if the file can't be read or decrypted, or contains another key
 */
export async function openDepositKeys(
  { path, encryptedBy }: DepositKeyFile,
  depositKey: string,
  options: KmsOptions,
): Promise<DepositKeys> {
  const name = `file:${path}`;
  const content = encryptedBy ? await decrypt(path, name, encryptedBy, options) : await readSecret(path, name);
  const root = parse(content.trim(), name);
  if (root.publicExtendedKey !== depositKey)
    throw new KeyError('KEY_UNSUITABLE', name, 'does not belong to the depositKey of the networks file. Check both.');
  return {
    keyOf(keyIndex) {
      const { privateKey } = root.deriveChild(Number(keyIndex));
      if (!privateKey) throw new KeyError('KEY_UNSUITABLE', name, 'has no private key.');
      return secp256k1Key(privateKey);
    },
  };
}

/** The file contains the ciphertext in base64, the output format of the AWS command-line client. */
async function decrypt(path: string, name: string, key: KmsKeyName, options: KmsOptions): Promise<string> {
  const ciphertext = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new KeyError('KEY_NOT_FOUND', name, 'is in a file that can not be read. Check the path.', { cause: error });
  });
  const plaintext = await createAwsKms(key, options).decrypt(Buffer.from(ciphertext, 'base64'), depositKeyContext);
  return Buffer.from(plaintext).toString('utf8');
}

function parse(content: string, name: string): HDKey {
  try {
    const root = HDKey.fromExtendedKey(content);
    if (root.privateKey) return root;
  } catch {
    // Omit the error of the library: its message may quote the key.
  }
  throw new KeyError('KEY_UNSUITABLE', name, 'must be a file with an extended private key, xprv….');
}
