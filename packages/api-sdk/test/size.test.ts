import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bundled, gzipped } from '../../../scripts/bundled.ts';

const here = fileURLToPath(new URL('..', import.meta.url));

test.each([
  ['the core, openapi-fetch included', 5000, `export { createClientOf, ApiError } from '@wusd/api-sdk'`],
  [
    'the core with two resources',
    6000,
    `import { createClientOf } from '@wusd/api-sdk'; import { otc, walletAccounts } from '@wusd/api-sdk/resources'; export const api = createClientOf({ baseUrl: '' }, { otc, walletAccounts })`,
  ],
  ['every resource', 8500, `export { createWalletClient } from '@wusd/api-sdk'`],
  ['amounts', 1000, `export { add, compare, isAmount, roundDown, subtract } from '@wusd/api-sdk/money'`],
  ['one enum', 400, `export { Network } from '@wusd/api-sdk/domain'`],
])('%s is at most %i bytes gzipped', async (_, limit, code) => {
  expect(gzipped(await bundled(code, here))).toBeLessThanOrEqual(limit);
});
