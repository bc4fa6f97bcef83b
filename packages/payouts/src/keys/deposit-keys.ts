import { readFile } from 'node:fs/promises';
import { HDKey } from '@scure/bip32';
import { readSecret } from './file-key.ts';
import { KeyError } from './key-error.ts';
import type { KmsKeyName } from './key-name.ts';
import { createAwsKms, type KmsOptions } from './kms/aws-kms.ts';
import { secp256k1Key, type SigningKey } from './signing-key.ts';

/** Private keys of customers' deposit addresses. */
export interface DepositKeys {
  /** @param keyIndex of the customer, from 1 */
  keyOf(keyIndex: bigint): SigningKey<'secp256k1'>;
}

/** Where the extended private key of deposit addresses is. */
export interface DepositKeyFile {
  /** Absolute. */
  path: string;
  /** The key of AWS KMS that the file is encrypted with; without it the file is in plain text, for development. */
  encryptedBy: KmsKeyName | undefined;
}

/** What the file was encrypted with beside the key: a file that was encrypted for something else is refused. */
export const depositKeyContext = { purpose: 'wusd-deposit-key' } as const;

/**
 * Opens the extended private key of deposit addresses. It is kept in memory: no key service derives children of a key.
 *
 * @param depositKey extended public key that the networks file names
 * @throws KeyError if the file can't be read or decrypted, or holds another key
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

/** The file holds the ciphertext in base64, as the command-line client of AWS prints it. */
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
    // The library's message may quote the key.
  }
  throw new KeyError('KEY_UNSUITABLE', name, 'must be a file with an extended private key, xprv….');
}
