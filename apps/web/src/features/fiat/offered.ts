import type { BankAccount, Config } from '@wusd/api-sdk/core';
import type { Currency, PartnerId } from '@wusd/api-sdk/domain';

/** Currencies that are transferred between banks, in the server's order. */
export const fiatCurrencies = ({ currencyRails }: Pick<Config, 'currencyRails'>): Currency[] => [
  ...new Set(currencyRails.map(({ currency }) => currency)),
];

/** Banks that accept deposits in a currency. */
export function banksFor({ currencyRails, partners }: Config, currency: Currency): Config['partners'] {
  const ids = new Set(currencyRails.filter((each) => each.currency === currency).flatMap((each) => each.partnerIds));
  return partners.filter(({ id }) => ids.has(id));
}

/** Display name of a partner bank. */
export const bankName = (config: Config | undefined, id: PartnerId | undefined): string =>
  config?.partners.find((partner) => partner.id === id)?.name ?? '';

/** Label and last four characters of the account number. */
export const accountName = ({ fields: { label, iban, accountNumber } }: Pick<BankAccount, 'fields'>): string =>
  `${label} •••• ${(iban ?? accountNumber ?? '').slice(-4)}`;
