import type { BankAccount } from '@wusd/api-sdk/core';
import type { Currency, Rail } from '@wusd/api-sdk/domain';
import type { MessageId } from '@wusd/i18n';
import { bankCodeLabel } from '../money/bank-code.ts';

export type BankAccountFields = BankAccount['fields'];
/** Country, currency and rail, which together determine the required fields. */
export interface Way {
  country: string;
  currency: Currency;
  rail: Rail;
}
/** Fields with a text value. */
export type TextField = Exclude<keyof BankAccountFields, keyof Way | 'intermediaryBank'>;
export type IntermediaryBank = NonNullable<BankAccountFields['intermediaryBank']>;

/** A field that the rail has, as the server describes it. */
export interface Requirement {
  field: string;
  isRequired: boolean;
  pattern?: string | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  checkDigits?: 'IBAN' | 'ABA' | undefined;
}

/** Label of a field. A clearing code has a different name in each country. */
export function labelOf(field: TextField, way: Way): MessageId {
  return field === 'bankCode' ? bankCodeLabel(way) : `bank.${field}`;
}

/** The value to send: codes and numbers without separators. */
export function tidy(field: TextField, text: string): string {
  const trimmed = text.trim();
  if (field === 'iban' || field === 'swiftCode') return trimmed.replaceAll(/\s/g, '').toUpperCase();
  return field === 'accountNumber' || field === 'bankCode' ? trimmed.replaceAll(/[\s-]/g, '') : trimmed;
}

/** Name of a requirement's form field. */
export const nameOf = ({ field }: Requirement): TextField => field.slice(1) as TextField;

/** Whether the requirement is an intermediary bank, which has several fields. */
export const isIntermediary = ({ field }: Requirement): boolean => field === '/intermediaryBank';
