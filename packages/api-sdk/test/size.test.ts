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

test.each([
  ['the core, openapi-fetch included', 5000, `export { createClientOf, ApiError } from '@wusd/api-sdk'`],
  [
    'the core with two resources',
    6000,
    `import { createClientOf } from '@wusd/api-sdk'; import { otc, walletAccounts } from '@wusd/api-sdk/resources'; export const api = createClientOf({ baseUrl: '' }, { otc, walletAccounts })`,
  ],
  ['every resource', 8000, `export { createWalletClient } from '@wusd/api-sdk'`],
  ['amounts', 1000, `export { add, compare, isAmount, roundDown, subtract } from '@wusd/api-sdk/money'`],
  ['one enum', 400, `export { Network } from '@wusd/api-sdk/domain'`],
])('%s is at most %i bytes gzipped', async (_, limit, code) => {
  expect(await bytesOf(code)).toBeLessThanOrEqual(limit);
});
