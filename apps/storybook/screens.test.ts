import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actPaths, routeTable } from '../web/src/shared/routing/route-table.ts';

const here = import.meta.dirname;
const screens = globSync('stories/screens/*.stories.tsx', { cwd: here })
  .map((file) => readFileSync(join(here, file), 'utf8'))
  .join('\n');

/** Routes without a separate screen, with the reason. */
const reasons: Record<string, string> = {
  ...Object.fromEntries(
    actPaths
      .filter((path) => !/\/(?:crypto-withdraw|login)$/.test(path))
      .map((path) => [path, 'Shows what a command that was begun on another page asks for']),
  ),
  '/': 'The same as /home',
  '/register/register-info': 'Goes on from /register',
  '/forget-password/set': 'Goes on from /forget-password',
  '/view-fiat-deposit': 'The history, with one entry open',
  '/view-fiat-withdraw': 'The history, with one entry open',
  '/edit-bank-account': 'The form of /add-bank-account, filled in',
  '/verify-phone': 'The same as /change-phone',
  '/security-setting/recovery-codes': 'Shown once, when an authenticator was set up',
  '/result/turn-on-auto-redemption-success': 'Another result, as all of them',
  '/result/crypto-withdraw-success': 'As /result/fiat-withdraw-success',
  '/result/bank-account-success': 'Another result, as all of them',
  '/result/bank-account-success1': 'Another result, as all of them',
  '/result/verify-phone-success': 'Another result, as all of them',
  '/result/change-phone-success': 'Another result, as all of them',
  '/result/change-email-success': 'Another result, as all of them',
  '/potocol/term-of-use': 'As /protocol/term-of-use',
  '/potocol/privacy-policy': 'As /protocol/privacy-policy',
  '/potocol/cookie-policy': 'As /protocol/cookie-policy',
  '/potocol/risk-disclosure': 'As /protocol/risk-disclosure',
};

test.each(Object.keys(routeTable))('%s has a screen here, or a reason for its absence', (path) => {
  const isHere = new RegExp(`at: '${path}['?]`).test(screens);
  expect(isHere, reasons[path] ?? 'no reason').toBe(!(path in reasons));
});

test('all reference screenshots take at most 15 MB', () => {
  const sizes = globSync('screenshots/**/*.png', { cwd: here }).map((file) => statSync(join(here, file)).size);
  expect(sizes.length).toBeGreaterThan(150);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(15_000_000);
});

test.each(globSync('stories/patterns/*.stories.tsx', { cwd: here }))('%s says when to use it and when not', (file) => {
  const page = readFileSync(join(here, file.replace('.stories.tsx', '.mdx')), 'utf8');
  expect(page).toMatch(/\*\*For this\.\*\* \S[^]+\*\*Not for this\.\*\* \S/);
});
