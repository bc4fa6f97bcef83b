import type { BankAccount, Config, SenderAccount } from '@wusd/api-sdk/core';
import type { Currency, PartnerId } from '@wusd/api-sdk/domain';

/** Currencies that travel between banks, in the server's order. */
export const fiatCurrencies = ({ currencyRails }: Pick<Config, 'currencyRails'>): Currency[] => [
  ...new Set(currencyRails.map(({ currency }) => currency)),
];

/** Banks where a currency is taken in. */
export function banksFor({ currencyRails, partners }: Config, currency: Currency): Config['partners'] {
  const ids = new Set(currencyRails.filter((each) => each.currency === currency).flatMap((each) => each.partnerIds));
  return partners.filter(({ id }) => ids.has(id));
}

/** What people call a bank of ours. */
export const bankName = (config: Config | undefined, id: PartnerId | undefined): string =>
  config?.partners.find((partner) => partner.id === id)?.name ?? '';

/** Whether a payout can leave from there to here: in the account's currency, by a rail that both have. */
export function reaches({ currency, rails }: SenderAccount, { fields }: BankAccount): boolean {
  return currency === fields.currency && rails.includes(fields.rail);
}

/** Label and last digits, as the server says it. */
export const accountName = ({ fields: { label, iban, accountNumber } }: BankAccount): string =>
  `${label} •••• ${(iban ?? accountNumber ?? '').slice(-4)}`;
