import { open } from 'node:fs/promises';
import { checkedKey } from './checked-key.ts';
import { KeyError } from './key-error.ts';
import type { FileKeyName } from './key-name.ts';
import { type Curve, ed25519Key, secp256k1Key, type SigningKey } from './signing-key.ts';

/**
 * Opens a key in a file, for development and tests: 32 bytes in hexadecimal. The file is read for each signature, so
 * that the key does not stay in memory.
 *
 * @throws KeyError if the file does not exist, others can read it, or it contains no key
 */
export async function openFileKey<Of extends Curve>({ path, text }: FileKeyName, curve: Of): Promise<SigningKey<Of>> {
  const read = async (): Promise<SigningKey> => keyOf(await readSecret(path, text), curve, text);
  const { publicKey } = await read();
  return checkedKey({ curve, publicKey, name: text, sign: async (data) => (await read()).sign(data) });
}

/** Reads a file that only its owner may access. @param name the key's name, for errors @throws KeyError */
export async function readSecret(path: string, name: string): Promise<string> {
  try {
    await using file = await open(path, 'r');
    const { mode } = await file.stat();
    if ((mode & 0o077) !== 0)
      throw new KeyError('KEY_FILE_INSECURE', name, 'can be read by other users. Run chmod 600 on the file.');
    return await file.readFile('utf8');
  } catch (error) {
    if (error instanceof KeyError) throw error;
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT')
      throw new KeyError('KEY_NOT_FOUND', name, 'has no file. Create the file or correct the path.');
    if (code === 'EACCES')
      throw new KeyError('KEY_ACCESS_DENIED', name, 'is in a file that this user may not read. Change its owner.');
    throw new KeyError('KEY_UNAVAILABLE', name, 'is in a file that can not be read.', { cause: error });
  }
}

function keyOf(content: string, curve: Curve, name: string): SigningKey {
  const digits = /^(?:0x)?([0-9a-fA-F]{64})\s*$/.exec(content)?.[1];
  const unsuitable = (): KeyError =>
    new KeyError('KEY_UNSUITABLE', name, `must be a file with 32 bytes in hexadecimal, a private key of ${curve}.`);
  if (digits === undefined) throw unsuitable();
  try {
    const secret = Uint8Array.from(Buffer.from(digits, 'hex'));
    return curve === 'secp256k1' ? secp256k1Key(secret) : ed25519Key(secret);
  } catch {
    // Omit the error of the library: its message may quote the number.
    throw unsuitable();
  }
}
