import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createClient } from '@wusd/server-kit/connections';
import { copyPrograms, startEmbeddedPostgres } from './embedded.ts';

const root = mkdtempSync(join(tmpdir(), 'wusd-embedded-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

// A Unix socket address has at most 107 bytes.
test.each([
  ['short', 'data'],
  ['long', 'deep/'.repeat(20)],
])('listens only on a socket, and a second start reuses the server, in a folder with a %s path', async (_, name) => {
  const folder = join(root, name);
  const first = await startEmbeddedPostgres(folder);
  const second = await startEmbeddedPostgres(folder);
  expect(second.url).toBe(first.url);
  const client = createClient({ connectionString: second.url });
  await client.connect();
  const { rows } = await client.query(
    `select inet_server_addr() as address, current_setting('listen_addresses') as addresses`,
  );
  await client.end();
  expect(rows).toEqual([{ address: null, addresses: '' }]);
  await second.stop();
});

test('copied programs do not depend on the source folder', () => {
  const from = join(root, 'from');
  mkdirSync(from);
  writeFileSync(join(from, 'libicu.so.60.2'), 'a library');
  symlinkSync('libicu.so.60.2', join(from, 'libicu.so.60'));
  copyPrograms(from, join(root, 'to'));
  rmSync(from, { recursive: true });
  expect(readFileSync(join(root, 'to/libicu.so.60'), 'utf8')).toBe('a library');
});
