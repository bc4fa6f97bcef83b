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
  /** Entries of the wallet dropdown. */
  wallet: MenuEntry[];
  /** Links of the header, beside the dropdowns. */
  places: MenuEntry[];
  /** Entries of "Move money". */
  move: MenuEntry[];
  /** Entries of the account dropdown. */
  user: MenuEntry[];
}

type Entry = MenuEntry & {
  /** Scopes of the header's own, beside the route's. */
  scopes?: Scope[];
};

const wallet: Entry[] = [
  { to: '/wallet', label: 'header.wallet', icon: 'wallet', scopes: ['account.profile'] },
  { to: '/blockchain', label: 'header.blockchain', icon: 'link', scopes: ['account.security'] },
  { to: '/bank-account', label: 'header.bankAccount', icon: 'bank', scopes: ['account.profile'] },
];
const places: Entry[] = [
  { to: '/mint-redeem-order', label: 'header.order', icon: 'order', scopes: ['wallet_history.swap'] },
  { to: '/wallet-history', label: 'menu.history', icon: 'clock' },
  { to: '/recipients', label: 'menu.recipients', icon: 'people' },
];
const move: Entry[] = [
  { to: '/fiat-deposit', label: 'menu.fiatDeposit', icon: 'deposit' },
  { to: '/crypto-deposit', label: 'menu.cryptoDeposit', icon: 'deposit' },
  { to: '/fiat-withdraw', label: 'menu.fiatWithdraw', icon: 'withdraw' },
  { to: '/crypto-withdraw', label: 'menu.cryptoWithdraw', icon: 'withdraw' },
  { to: '/mint-redeem', label: 'header.swap', icon: 'swap' },
];
const user: Entry[] = [
  { to: '/account-info', label: 'header.accountInfo', icon: 'user' },
  { to: '/security-setting', label: 'header.securitySetting', icon: 'shield', scopes: ['account.security'] },
  { to: '/limits', label: 'menu.limits', icon: 'gauge' },
  { to: '/feedback', label: 'header.feedback', icon: 'message' },
];

/** Entries of the menu that a customer sees: those whose own scopes and whose route's they hold, so that no link leads to /404. */
export function menuFor(held: readonly string[]): Menu {
  const has = (scope: Scope): boolean => held.includes(scope);
  const isReachable = (entry: Entry): boolean =>
    (entry.scopes ?? []).every(has) &&
    unmet(accessOf(entry.to), { has }).length === 0 &&
    (entry.to !== '/recipients' || wallet.slice(1).some(isReachable));
  return {
    wallet: wallet.filter(isReachable),
    places: places.filter(isReachable),
    move: move.filter(isReachable),
    user: user.filter(isReachable),
  };
}
