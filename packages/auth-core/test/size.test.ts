import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bundled, gzipped } from '../../../scripts/bundled.ts';

const here = fileURLToPath(new URL('..', import.meta.url));

const session = `export { createAuth } from '@wusd/auth-core'; export { createEncryptedStore } from '@wusd/auth-core/store'; export { createScopes } from '@wusd/auth-core/scopes';`;

test.each([
  ['a session with its store and scopes', 4500, session],
  ['the same with the event stream, its parser included', 6850, `${session} export * from '@wusd/auth-core/sse';`],
  ['signing in with a passkey alone', 1500, `export { signInWithPasskey } from '@wusd/auth-core/passkey';`],
  ['scopes alone', 600, `export * from '@wusd/auth-core/scopes';`],
])('%s is at most %i bytes gzipped', async (_, limit, code) => {
  expect(gzipped(await bundled(code, here))).toBeLessThanOrEqual(limit);
});
