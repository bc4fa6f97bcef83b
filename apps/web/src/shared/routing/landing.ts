import type { Scope } from '@wusd/api-sdk/domain';
import { unmet } from '@wusd/auth-core/scopes';
import type { Access } from './route-table.ts';

/** The page to open after a sign-in: the remembered path if access is allowed, else the wallet, else the account. */
export function landing(
  remembered: string | undefined,
  access: (path: string) => Access,
  holds: (scope: Scope) => boolean,
): string {
  if (remembered !== undefined && isInternal(remembered)) {
    const path = remembered.split(/[?#]/)[0] ?? '';
    const wanted = access(path);
    // A public page on which visitors must log in to continue.
    if (path === '/mint-redeem') return remembered;
    if (wanted !== 'public' && unmet(wanted, { has: holds }).length === 0) return remembered;
  }
  return holds('wallet.wallets') ? '/wallet' : '/account-info';
}

/** Whether a path stays on this site: it starts with a single slash, and no browser parses a host from it. */
export function isInternal(path: string): boolean {
  return (
    /^\/(?![/\\])/.test(path) &&
    URL.canParse(path, 'http://internal') &&
    new URL(path, 'http://internal').host === 'internal'
  );
}
