import type { Scope } from '@wusd/api-sdk/domain';
import { unmet } from '@wusd/auth-core/scopes';
import type { Access } from './route-table.ts';

/** The page that a sign-in opens: the remembered path if the customer may enter it, else the wallet, else the account. */
export function landing(
  remembered: string | undefined,
  access: (path: string) => Access,
  holds: (scope: Scope) => boolean,
): string {
  if (remembered !== undefined && isInternal(remembered)) {
    const path = remembered.split(/[?#]/)[0] ?? '';
    const wanted = access(path);
    // A public page that asks visitors to log in before they can continue.
    if (path === '/mint-redeem') return remembered;
    if (wanted !== 'public' && unmet(wanted, { has: holds }).length === 0) return remembered;
  }
  return holds('wallet.wallets') ? '/wallet' : '/account-info';
}

/** Whether a path stays on this site: it starts with one slash, and no browser reads a host from it. */
export function isInternal(path: string): boolean {
  return (
    /^\/(?![/\\])/.test(path) &&
    URL.canParse(path, 'http://internal') &&
    new URL(path, 'http://internal').host === 'internal'
  );
}
