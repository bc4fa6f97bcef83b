import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ed25519Key } from '../../src/keys/signing-key.ts';
import { keyFile } from './key-files.ts';

/** Settings of a single operator with a key in a file. The files are removed when the process ends. */
export function operatorSettings(name: string): { WUSD_OPERATORS_FILE: string; WUSD_OPERATOR_KEY: string } {
  const secret = '77'.repeat(32);
  const { publicKey } = ed25519Key(Uint8Array.from(Buffer.from(secret, 'hex')));
  const folder = mkdtempSync(join(tmpdir(), 'wusd-operators-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'operators.json');
  writeFileSync(file, JSON.stringify([{ name, publicKey: Buffer.from(publicKey).toString('hex') }]));
  return { WUSD_OPERATORS_FILE: file, WUSD_OPERATOR_KEY: keyFile(secret).text };
}
