import type { Notification } from '@wusd/api-sdk/core';
import type { LinkTarget } from '../routing/link.tsx';

/** The page of a notification's subject. */
export function targetOf({ entity, id }: Notification['subject']): LinkTarget {
  switch (entity) {
    case 'crypto-transaction':
    case 'fiat-transaction':
      return { to: '/wallet-history', search: { entry: id } };
    case 'otc':
      return { to: '/mint-redeem-order', search: { order: id } };
    case 'bank-account':
      return { to: '/bank-account' };
    case 'blockchain-address':
      return { to: '/blockchain' };
    case 'auto-redemption':
      return { to: '/wallet' };
    case 'security':
      return { to: '/security-setting' };
    case 'user':
      return { to: '/account-info' };
  }
}
