import type { Scope } from '@wusd/api-sdk/domain';
import type { Rule } from '@wusd/auth-core/scopes';

export type Access = Rule<Scope>;

const open: Access = 'public';
const signedIn: Access = 'signed-in';
const needs = (scope: Scope): Access => ({ allOf: [scope] });
const needsAny = (...scopes: Scope[]): Access => ({ anyOf: scopes });

/**
 * Every route and its access rule. router.tsx attaches the screens; a route without a screen shows the not-found page.
 */
export const routeTable = {
  '/': open,
  '/home': open,
  '/login': open,
  '/register': open,
  '/register/register-info': open,
  '/wallet': needs('wallet.wallets'),
  '/wallet-history': needs('wallet_history'),
  '/fees-and-limits': open,
  '/statements': needs('wallet_history'),
  '/limits': needs('wallet.wallets'),
  '/asset': needs('wallet.wallets'),
  '/crypto-deposit': needs('wallet.wallets.deposit'),
  '/fiat-deposit': needs('wallet.wallets.deposit'),
  '/crypto-withdraw': needs('wallet.wallets.withdraw'),
  '/fiat-withdraw': needs('wallet.wallets.withdraw'),
  '/view-fiat-deposit': needs('wallet_history.deposit.fiat.view'),
  '/view-fiat-withdraw': needs('wallet_history.withdraw.fiat.view'),
  '/mint-redeem-order': needs('order.swap_order'),
  '/mint-redeem': open,
  '/mint-redeem/success': open,
  '/blockchain': needs('wallet.blockchain_address'),
  '/bank-account': needs('wallet.bank_account'),
  '/recipients': needsAny('wallet.bank_account', 'wallet.blockchain_address'),
  '/add-bank-account': needs('wallet.bank_account.add'),
  '/edit-bank-account': needs('wallet.bank_account.update'),
  '/security-setting': needs('account.security'),
  '/account-info': signedIn,
  '/sessions': needs('account.security'),
  '/preferences': signedIn,
  '/account-frozen': open,
  '/notifications': signedIn,
  '/notifications/settings': signedIn,
  '/account-activation': open,
  '/feedback': open,
  '/change-password': signedIn,
  '/change-phone': signedIn,
  '/verify-phone': signedIn,
  '/change-email': signedIn,
  '/security-setting/authenticator': needs('account.security'),
  '/security-setting/recovery-codes': needs('account.security'),
  '/security-setting/anti-phishing-code': needs('account.security'),
  '/security-verification/change-password': needs('account.security'),
  '/security-verification/verify-phone': needs('account.security'),
  '/security-verification/change-phone': needs('account.security'),
  '/security-verification/change-email': needs('account.security'),
  '/security-verification/bind-authenticator': needs('account.security'),
  '/security-verification/unbind-authenticator': needs('account.security'),
  '/security-verification/anti-phishing-code': needs('account.security'),
  '/security-verification/remit': needs('order.swap_order'),
  '/security-verification/crypto-withdraw': needs('wallet.wallets.withdraw'),
  '/result/crypto-withdraw-success': signedIn,
  '/security-verification/add-blockchain-address': needs('wallet.blockchain_address.add'),
  '/security-verification/add-bank-account': needs('wallet.bank_account.add'),
  '/security-verification/edit-bank-account': needs('wallet.bank_account.update'),
  '/security-verification/fiat-withdraw': needs('wallet.wallets.withdraw'),
  '/result/fiat-deposit-success': signedIn,
  '/result/fiat-withdraw-success': signedIn,
  '/result/bank-account-success': signedIn,
  '/result/bank-account-success1': signedIn,
  '/security-verification/auto-redemption': needs('wallet.wallets.withdraw'),
  '/result/turn-on-auto-redemption-success': signedIn,
  '/result/change-password-success': open,
  '/result/verify-phone-success': open,
  '/result/change-phone-success': open,
  '/result/change-email-success': open,
  '/forget-password': open,
  '/forget-password/set': open,
  '/forget-password/success': open,
  '/security-verification/login': open,
  '/security-verification/forget-password': open,
  '/result/register-success': open,
  '/result/activate-success': open,
  '/result/feedback-success': open,
  '/protocol/term-of-use': open,
  '/protocol/privacy-policy': open,
  '/protocol/cookie-policy': open,
  '/protocol/risk-disclosure': open,
  // The specification spells these paths without the "r".
  '/potocol/term-of-use': open,
  '/potocol/privacy-policy': open,
  '/potocol/cookie-policy': open,
  '/potocol/risk-disclosure': open,
  '/accessibility': open,
  '/404': open,
} as const satisfies Record<string, Access>;

export type RoutePath = keyof typeof routeTable;

const pathsOf = (pattern: RegExp): RoutePath[] =>
  (Object.keys(routeTable) as RoutePath[]).filter((path) => pattern.test(path));

export const legalPaths = pathsOf(/^\/p(r)?otocol\//);
/** The verification page of a command. */
export const actPaths = pathsOf(/^\/security-verification/);

export function accessOf(path: string): Access {
  return (routeTable as Record<string, Access>)[path] ?? open;
}
