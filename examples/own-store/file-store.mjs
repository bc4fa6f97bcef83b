import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';

/**
 * Stores a session in a file that only this user can read, encrypted with an external key (AES-256-GCM). It writes a
 * new file and renames it, so that a crash leaves either the old or the new session. An unreadable file counts as no
 * session.
 *
 * @param {{ path: string, key: Buffer }} options `key` has 32 bytes
 * @returns {import('@wusd/auth-core').TokenStore}
 */
export function createFileStore({ path, key }) {
  /** @returns {Promise<import('@wusd/auth-core').TokenSet | undefined>} */
  async function read() {
    try {
      const sealed = await readFile(path);
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
      decipher.setAuthTag(sealed.subarray(12, 28));
      return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString());
    } catch {
      return undefined;
    }
  }

  /** @type {import('@wusd/auth-core').TokenStore['swap']} */
  async function swap(tokens, expected) {
    if (expected !== undefined && (await read())?.generation !== expected) return false;
    if (tokens === undefined) {
      await rm(path, { force: true });
      return true;
    }
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const text = Buffer.concat([cipher.update(JSON.stringify(tokens)), cipher.final()]);
    await writeFile(`${path}.new`, Buffer.concat([iv, cipher.getAuthTag(), text]), { mode: 0o600 });
    await rename(`${path}.new`, path);
    return true;
  }

  /** Serializes swaps, so that no write occurs between a comparison and its rename. @type {Promise<unknown>} */
  let last = Promise.resolve();
  return {
    read,
    swap(tokens, expected) {
      const turn = last.then(() => swap(tokens, expected));
      last = turn.catch(() => {});
      return turn;
    },
    // A server has no page to return to.
    readLastPath: async () => undefined,
    writeLastPath: async () => {},
  };
}
