import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KeyName, parseKeyName } from '../../src/keys/key-name.ts';

let folder: string | undefined;

/**
 * Writes a private key to a file, for settings that name keys.
 *
 * @param secret 32 bytes in hexadecimal
 * @returns the key's name; its `text` is the value of the environment variable. The file is removed when the process
 *   ends
 */
export function keyFile(secret: string): KeyName {
  folder ??= temporaryFolder();
  const path = join(folder, createHash('sha256').update(secret).digest('hex').slice(0, 16));
  writeFileSync(path, secret, { mode: 0o600 });
  return parseKeyName(`file:${path}`);
}

function temporaryFolder(): string {
  const created = mkdtempSync(join(tmpdir(), 'wusd-keys-'));
  process.once('exit', () => rmSync(created, { recursive: true, force: true }));
  return created;
}
