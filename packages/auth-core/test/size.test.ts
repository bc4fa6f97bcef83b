import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** Bytes, minified and gzipped, of what a bundler keeps of the built package for this code. */
async function bytesOf(code: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: fileURLToPath(new URL('..', import.meta.url)) },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'error',
    logOverride: { 'ignored-bare-import': 'silent' },
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}

const session = `export { createAuth } from '@wusd/auth-core'; export { createEncryptedStore } from '@wusd/auth-core/store'; export { createScopes } from '@wusd/auth-core/scopes';`;

test.each([
  ['a session with its store and scopes', 4500, session],
  ['the same with the event stream, its parser included', 6500, `${session} export * from '@wusd/auth-core/sse';`],
  ['scopes alone', 600, `export * from '@wusd/auth-core/scopes';`],
])('%s is at most %i bytes gzipped', async (_, limit, code) => {
  expect(await bytesOf(code)).toBeLessThanOrEqual(limit);
});
