import type { BankAccount, PayoutRoute } from '@wusd/api-sdk/core';
import type { Currency } from '@wusd/api-sdk/domain';

/** Saved accounts that can be paid, sorted with those in the currency `first` at the start. */
export function payableAccounts(saved: readonly BankAccount[], first: Currency): BankAccount[] {
  const isElsewhere = ({ fields }: BankAccount): number => (fields.currency === first ? 0 : 1);
  return saved
    .filter(({ status }) => status === 'active')
    .toSorted((left, right) => isElsewhere(left) - isElsewhere(right));
}

/** The chosen route if it is offered, otherwise the recommended one. @param routes undefined until loaded */
export function routeOf(routes: readonly PayoutRoute[] | undefined, senderAccountId: string): PayoutRoute | undefined {
  return routes?.find((route) => route.senderAccountId === senderAccountId) ?? routes?.[0];
}
