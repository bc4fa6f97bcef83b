import type { Scope } from '@wusd/api-sdk/domain';

/** Scopes that a customer needs to see each kind of recipient: those of its route and of its link in the header. */
export const recipientScopes = {
  '/bank-account': ['wallet.bank_account', 'account.profile'],
  '/blockchain': ['wallet.blockchain_address', 'account.security'],
} as const satisfies Record<string, readonly Scope[]>;
