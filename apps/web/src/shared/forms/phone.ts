import type { MessageId } from '@wusd/i18n';
import {
  AsYouType,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import * as v from 'valibot';
import { problems } from './rules.ts';

/** PhoneNumber of the contract. Some countries have shorter numbers, but these can't receive text messages. */
const contractPattern = /^\+[1-9]\d{6,14}$/;

/**
 * Converts a typed number to E.164. It may have spaces, dashes and brackets, and no calling code if `country` (ISO
 * 3166-1 alpha-2) is known. Undefined for an impossible number.
 */
export function toE164(text: string, country?: string): string | undefined {
  const home = country !== undefined && isSupportedCountry(country) ? country : undefined;
  const number = parsePhoneNumberFromString(halfWidth(text), home);
  return number?.isPossible() && contractPattern.test(number.number) ? number.number : undefined;
}

/** A phone number as a form shows it. */
export interface TypedPhone {
  /** Country of the chosen or typed calling code, ISO 3166-1 alpha-2. Undefined without a calling code. */
  country?: string | undefined;
  /** Text of the field, with or without the calling code. */
  text: string;
}

/** Calling code such as `+65`; undefined for countries without their own phone numbers. */
export function callingCode(country: string): string | undefined {
  return isSupportedCountry(country) ? `+${getCountryCallingCode(country)}` : undefined;
}

/** Country of the text's calling code; undefined without a code, or if several countries share it. */
export function countryOfNumber(text: string): string | undefined {
  if (!hasCode(text)) return undefined;
  const typed = new AsYouType();
  typed.input(halfWidth(text));
  return typed.getCountry();
}

/** Whether the text begins with a calling code. */
export function hasCode(text: string): boolean {
  return /^\s*\+/.test(halfWidth(text));
}

/**
 * Formats a number as its country writes it. Leaves an incomplete number unchanged.
 *
 * @param home country without a calling code
 */
export function formatPhone({ country, text }: TypedPhone, home?: string): TypedPhone {
  const whole = toE164(text, country ?? home);
  const number = whole === undefined ? undefined : parsePhoneNumberFromString(whole);
  if (number?.country === undefined) return { country, text };
  const national = number.formatNational();
  // If the national format does not parse back to the same number, keep the calling code.
  if (toE164(national, number.country) !== whole) return { country, text };
  return { country: hasCode(text) || country !== undefined ? number.country : undefined, text: national };
}

/** Changes the calling code of a number to that of another country. */
export function withCountry({ text }: TypedPhone, country: string): TypedPhone {
  if (!hasCode(text)) return { country, text };
  const typed = new AsYouType();
  typed.input(halfWidth(text));
  return { country, text: typed.getNumber()?.nationalNumber ?? '' };
}

/** The form's value: with the calling code if it was chosen or typed, otherwise as typed. */
export function phoneValue({ country, text }: TypedPhone): string {
  const code = country === undefined ? undefined : callingCode(country);
  if (text.trim() === '' || hasCode(text) || code === undefined) return text;
  return toE164(text, country) ?? `${code} ${text}`;
}

/** Chinese and Japanese keyboards can type full-width digits and signs. */
function halfWidth(text: string): string {
  return text.normalize('NFKC');
}

const invalid: MessageId = 'phone.invalid';

/** Schema of a typed phone number, sent as E.164. */
export const phoneNumber = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(problems.required),
  v.check((typed) => toE164(typed) !== undefined, invalid),
  v.transform((typed) => toE164(typed) ?? typed),
);

export const phoneSchema = v.object({ phoneNumber });
