import type { Scope } from '@wusd/api-sdk/domain';

/** What a customer must hold to see each kind of recipients: the scopes of its route and of its link in the header. */
export const recipientScopes = {
  '/bank-account': ['wallet.bank_account', 'account.profile'],
  '/blockchain': ['wallet.blockchain_address', 'account.security'],
} as const satisfies Record<string, readonly Scope[]>;
