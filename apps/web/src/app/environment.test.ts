import { expect, test } from 'vitest';
import { environmentFor } from './environment.ts';

test.each([
  ['localhost', 'test'],
  ['127.0.0.1', 'test'],
  ['127.8.9.10', 'test'],
  ['[::1]', 'test'],
  ['test.wusd.example', 'test'],
  ['SANDBOX.wusd.example', 'test'],
  ['uat.wusd.example', 'test'],
  ['wusd.example', 'production'],
  ['www.test.example', 'production'],
  ['testing.wusd.example', 'production'],
  ['test-wusd.example', 'production'],
  ['127.0.0.1.evil.example', 'production'],
  ['localhost.evil.example', 'production'],
])('the host %s selects the mode %s', (hostname, mode) => {
  expect(environmentFor(hostname)).toBe(mode);
});
