import type { BankAccount } from '@wusd/api-sdk/core';
import type { Currency, Rail } from '@wusd/api-sdk/domain';
import type { MessageId } from '@wusd/i18n';
import { bankCodeLabel } from '../../shared/money/bank-code.ts';

export type BankAccountFields = BankAccount['fields'];
/** How money travels to a bank. */
export interface Way {
  country: string;
  currency: Currency;
  rail: Rail;
}
/** Fields whose value is one text. */
export type TextField = Exclude<keyof BankAccountFields, keyof Way | 'intermediaryBank'>;
export type IntermediaryBank = NonNullable<BankAccountFields['intermediaryBank']>;

/** One field of a form, as the server says what it needs. */
export interface Requirement {
  field: string;
  isRequired: boolean;
  pattern?: string | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  checkDigits?: 'IBAN' | 'ABA' | undefined;
}

/** What a field is called; a clearing code has a name of its own in each country. */
export function labelOf(field: TextField, way: Way): MessageId {
  return field === 'bankCode' ? bankCodeLabel(way) : `bank.${field}`;
}

/** As it is sent: codes and numbers without the blanks that they are printed with. */
export function tidy(field: TextField, text: string): string {
  const trimmed = text.trim();
  if (field === 'iban' || field === 'swiftCode') return trimmed.replaceAll(/\s/g, '').toUpperCase();
  return field === 'accountNumber' || field === 'bankCode' ? trimmed.replaceAll(/[\s-]/g, '') : trimmed;
}

/** The field that a requirement is about. */
export const nameOf = ({ field }: Requirement): TextField => field.slice(1) as TextField;

/** A bank between the sender's and the account's: several fields of their own. */
export const isIntermediary = ({ field }: Requirement): boolean => field === '/intermediaryBank';
