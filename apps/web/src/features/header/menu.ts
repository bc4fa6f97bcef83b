import type { Scope } from '@wusd/api-sdk/domain';
import { unmet } from '@wusd/auth-core/scopes';
import type { MessageId } from '@wusd/i18n';
import type { IconName } from '@wusd/ui-kit/Icon';
import { accessOf, type RoutePath } from '../../shared/routing/route-table.ts';

export interface MenuEntry {
  to: RoutePath;
  label: MessageId;
  icon: IconName;
}

export interface Menu {
  wallet: MenuEntry[];
  order: boolean;
  user: MenuEntry[];
}

const walletEntries: (MenuEntry & { scope: Scope })[] = [
  { to: '/wallet', label: 'header.wallet', icon: 'wallet', scope: 'account.profile' },
  { to: '/blockchain', label: 'header.blockchain', icon: 'link', scope: 'account.security' },
  { to: '/bank-account', label: 'header.bankAccount', icon: 'bank', scope: 'account.profile' },
];
const userEntries: (MenuEntry & { scope?: Scope })[] = [
  { to: '/account-info', label: 'header.accountInfo', icon: 'user' },
  { to: '/security-setting', label: 'header.securitySetting', icon: 'shield', scope: 'account.security' },
  { to: '/feedback', label: 'header.feedback', icon: 'message' },
];

/** Entries of the menu that a customer sees: those whose own scope and whose route's scope they hold, so that no link leads to /404. */
export function menuFor(held: readonly string[]): Menu {
  const scopes = { has: (scope: Scope) => held.includes(scope) };
  const isReachable = ({ to, scope }: { to: string; scope?: Scope }): boolean =>
    (scope === undefined || scopes.has(scope)) && unmet(accessOf(to), scopes).length === 0;
  return {
    wallet: walletEntries.filter(isReachable),
    order: isReachable({ to: '/mint-redeem-order', scope: 'wallet_history.swap' }),
    user: userEntries.filter(isReachable),
  };
}
