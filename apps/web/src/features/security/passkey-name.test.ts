import { expect, test } from 'vitest';
import { defaultPasskeyName } from './passkey-name.ts';

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', [], 'iPhone'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', [], 'Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', ['Mac', 'Mac 2'], 'Mac 3'],
  ['x', ['Mac'], 'Passkey'],
] as const)('the user agent %s with existing names %j gets the default name %s', (userAgent, taken, name) => {
  expect(defaultPasskeyName(userAgent, taken)).toBe(name);
});
