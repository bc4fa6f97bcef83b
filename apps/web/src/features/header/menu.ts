import type { Scope } from '@wusd/api-sdk/domain';
import { unmet } from '@wusd/auth-core/scopes';
import type { MessageId } from '@wusd/i18n';
import type { IconName } from '@wusd/ui-kit/Icon';
import { recipientScopes } from '../../shared/routing/recipient-scopes.ts';
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
  /** Scopes that the header requires in addition to those of the route. */
  scopes?: readonly Scope[];
  /** Sets of scopes. The customer must also hold one complete set. */
  oneOf?: readonly (readonly Scope[])[];
};

const wallet: Entry[] = [
  { to: '/wallet', label: 'header.wallet', icon: 'wallet', scopes: ['account.profile'] },
  { to: '/blockchain', label: 'header.blockchain', icon: 'link', scopes: recipientScopes['/blockchain'] },
  { to: '/bank-account', label: 'header.bankAccount', icon: 'bank', scopes: recipientScopes['/bank-account'] },
];
const places: Entry[] = [
  { to: '/mint-redeem-order', label: 'header.order', icon: 'order', scopes: ['wallet_history.swap'] },
  { to: '/wallet-history', label: 'menu.history', icon: 'clock' },
  { to: '/recipients', label: 'menu.recipients', icon: 'people', oneOf: Object.values(recipientScopes) },
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
  { to: '/sessions', label: 'menu.sessions', icon: 'globe' },
  { to: '/notifications', label: 'menu.notifications', icon: 'bell' },
  { to: '/preferences', label: 'menu.preferences', icon: 'theme' },
  { to: '/statements', label: 'menu.statements', icon: 'order' },
  { to: '/fees-and-limits', label: 'menu.limits', icon: 'gauge' },
  { to: '/feedback', label: 'header.feedback', icon: 'message' },
];

/** Side navigation of the account pages: account pages, then saved recipients, then feedback. */
export function besideAccount({ user: own, wallet: owned }: Menu): MenuEntry[] {
  const { own: mine = [], feedback = [] } = Object.groupBy(own, ({ to }) => (to === '/feedback' ? 'feedback' : 'own'));
  return [...mine, ...owned.filter(({ to }) => to !== '/wallet'), ...feedback];
}

/** Entries of `places` that are in the bottom bar on a phone. The account sheet has the others. */
export const inBar: ReadonlySet<RoutePath> = new Set<RoutePath>(['/wallet-history', '/recipients']);

/** Entries of the account sheet on a phone. */
export const inSheet = ({ wallet: owned, places: main, user: own }: Menu): MenuEntry[] => [
  ...owned,
  ...main.filter(({ to }) => !inBar.has(to)),
  ...own,
];

/** The entries for which the customer holds both header and route scopes, so that no link leads to /404. */
export function menuFor(held: readonly string[]): Menu {
  const has = (scope: Scope): boolean => held.includes(scope);
  const isReachable = ({ to, scopes = [], oneOf = [scopes] }: Entry): boolean =>
    scopes.every(has) && oneOf.some((set) => set.every(has)) && unmet(accessOf(to), { has }).length === 0;
  return {
    wallet: wallet.filter(isReachable),
    places: places.filter(isReachable),
    move: move.filter(isReachable),
    user: user.filter(isReachable),
  };
}
