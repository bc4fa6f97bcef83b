import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isInternal, landing } from './landing.ts';
import { accessOf } from './route-table.ts';

describe('landing after a login', () => {
  const holdsWallet = (scope: string): boolean => scope === 'wallet.wallets';

  test('is the remembered path if the customer may enter it', () => {
    expect(landing('/wallet?currency=USD', accessOf, holdsWallet)).toBe('/wallet?currency=USD');
    expect(landing('/mint-redeem', accessOf, holdsWallet)).toBe('/mint-redeem');
    expect(landing('/home', accessOf, holdsWallet)).toBe('/wallet');
    expect(landing('/blockchain', accessOf, holdsWallet)).toBe('/wallet');
    expect(landing(undefined, accessOf, holdsWallet)).toBe('/wallet');
    expect(landing(undefined, accessOf, () => false)).toBe('/account-info');
  });

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '', '\\\\evil'])(
    'never leaves the site for %j (control 36)',
    (path) => {
      expect(landing(path, () => 'signed-in', holdsWallet)).toBe('/wallet');
    },
  );

  test('every internal path resolves to this host', () => {
    fc.assert(
      fc.property(
        fc.string(),
        (path) => !isInternal(path) || new URL(path, 'https://here.example').host === 'here.example',
      ),
    );
  });
});
