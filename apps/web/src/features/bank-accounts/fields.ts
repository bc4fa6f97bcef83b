import type { BankAccount } from '@wusd/api-sdk/core';
import type { Currency, Rail } from '@wusd/api-sdk/domain';
import type { MessageId } from '@wusd/i18n';
import isAbaRouting from 'validator/es/lib/isAbaRouting';
import isIBAN from 'validator/es/lib/isIBAN';
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

export interface Complaint {
  id: MessageId;
  count?: number;
}

/** What is wrong with a field as it is typed; nothing where it is as its requirement says. */
export function complaintOf(requirement: Requirement, typed: string, { country }: Way): Complaint | undefined {
  const { isRequired, pattern, minLength = 0, checkDigits } = requirement;
  const field = requirement.field.slice(1) as TextField;
  const value = tidy(field, typed);
  if (value === '') return isRequired ? { id: 'bank.required' } : undefined;
  if (value.length < minLength) return { id: 'bank.tooShort', count: minLength };
  if (pattern !== undefined && !new RegExp(pattern).test(value)) return { id: 'bank.malformed' };
  if (checkDigits === 'IBAN' && !isIBAN(value)) return { id: 'bank.checkDigits' };
  if (checkDigits === 'IBAN' && value.slice(0, 2) !== country) return { id: 'bank.otherCountry' };
  if (checkDigits === 'ABA' && !isAbaRouting(value)) return { id: 'bank.checkDigits' };
  return undefined;
}

/** What the server finds wrong with a field that this page did not. */
const reasons: Readonly<Record<string, MessageId>> = {
  missing: 'bank.required',
  malformed: 'bank.malformed',
  'check-digits': 'bank.checkDigits',
  'other-country': 'bank.otherCountry',
  'already-saved': 'bank.alreadySaved',
};

export function refusalOf(reasonCode: string | undefined): MessageId {
  return reasons[reasonCode ?? ''] ?? 'bank.malformed';
}
