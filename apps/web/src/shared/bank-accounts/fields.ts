import type { BankAccount } from '@wusd/api-sdk/core';
import type { Currency, Rail } from '@wusd/api-sdk/domain';
import type { MessageId } from '@wusd/i18n';
import { bankCodeLabel } from '../money/bank-code.ts';

export type BankAccountFields = BankAccount['fields'];
/** Country, currency and rail of a bank account. */
export interface Way {
  country: string;
  currency: Currency;
  rail: Rail;
}
/** Fields with a text value. */
export type TextField = Exclude<keyof BankAccountFields, keyof Way | 'intermediaryBank'>;
export type IntermediaryBank = NonNullable<BankAccountFields['intermediaryBank']>;

/** One required field, as the server describes it. */
export interface Requirement {
  field: string;
  isRequired: boolean;
  pattern?: string | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  checkDigits?: 'IBAN' | 'ABA' | undefined;
}

/** Label of a field; a clearing code has a different name in each country. */
export function labelOf(field: TextField, way: Way): MessageId {
  return field === 'bankCode' ? bankCodeLabel(way) : `bank.${field}`;
}

/** The value to send: codes and numbers without the spaces they are printed with. */
export function tidy(field: TextField, text: string): string {
  const trimmed = text.trim();
  if (field === 'iban' || field === 'swiftCode') return trimmed.replaceAll(/\s/g, '').toUpperCase();
  return field === 'accountNumber' || field === 'bankCode' ? trimmed.replaceAll(/[\s-]/g, '') : trimmed;
}

/** The form field of a requirement. */
export const nameOf = ({ field }: Requirement): TextField => field.slice(1) as TextField;

/** An intermediary bank: several fields of its own. */
export const isIntermediary = ({ field }: Requirement): boolean => field === '/intermediaryBank';
