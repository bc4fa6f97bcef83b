import type { MessageId } from '@wusd/i18n';
import {
  AsYouType,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import * as v from 'valibot';
import { problems } from './rules.ts';

/** PhoneNumber of the contract. Some countries have shorter numbers, to which no message can be sent. */
const contractPattern = /^\+[1-9]\d{6,14}$/;

/**
 * The E.164 form of a number as people write it: with spaces, dashes and brackets; without its country code where `country`
 * (ISO 3166-1 alpha-2) is known. Undefined where no network could have given it out.
 */
export function toE164(text: string, country?: string): string | undefined {
  const home = country !== undefined && isSupportedCountry(country) ? country : undefined;
  const number = parsePhoneNumberFromString(halfWidth(text), home);
  return number?.isPossible() && contractPattern.test(number.number) ? number.number : undefined;
}

/** A phone number as a form shows it. */
export interface TypedPhone {
  /** Whose calling code was chosen or typed, ISO 3166-1 alpha-2. Undefined where none was. */
  country?: string | undefined;
  /** As it is typed, with or without its calling code. */
  text: string;
}

/** `+65`; undefined for countries without phone numbers of their own. */
export function callingCode(country: string): string | undefined {
  return isSupportedCountry(country) ? `+${getCountryCallingCode(country)}` : undefined;
}

/** Whose calling code the text begins with; undefined while it begins with none, or with one of several countries. */
export function countryOfNumber(text: string): string | undefined {
  if (!hasCode(text)) return undefined;
  const typed = new AsYouType();
  typed.input(halfWidth(text));
  return typed.getCountry();
}

/** Whether the text says its country by itself. */
export function hasCode(text: string): boolean {
  return /^\s*\+/.test(halfWidth(text));
}

/** The number as its country writes it. What is no whole number is left as it is typed. @param home where a number without code is */
export function formatPhone({ country, text }: TypedPhone, home?: string): TypedPhone {
  const whole = toE164(text, country ?? home);
  const number = whole === undefined ? undefined : parsePhoneNumberFromString(whole);
  if (number?.country === undefined) return { country, text };
  const national = number.formatNational();
  // Where national and international forms are not told apart, the number keeps its code.
  if (toE164(national, number.country) !== whole) return { country, text };
  return { country: hasCode(text) || country !== undefined ? number.country : undefined, text: national };
}

/** The same number with the calling code of another country. */
export function withCountry({ text }: TypedPhone, country: string): TypedPhone {
  if (!hasCode(text)) return { country, text };
  const typed = new AsYouType();
  typed.input(halfWidth(text));
  return { country, text: typed.getNumber()?.nationalNumber ?? '' };
}

/** The value of the form: with its calling code where it was chosen or typed, otherwise as it is typed. */
export function phoneValue({ country, text }: TypedPhone): string {
  const code = country === undefined ? undefined : callingCode(country);
  if (text.trim() === '' || hasCode(text) || code === undefined) return text;
  return toE164(text, country) ?? `${code} ${text}`;
}

/** Keyboards of Chinese and Japanese type digits and signs at the width of their characters. */
function halfWidth(text: string): string {
  return text.normalize('NFKC');
}

const invalid: MessageId = 'phone.invalid';

/** A phone number as people write it; it is sent as E.164. */
export const phoneNumber = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(problems.required),
  v.check((typed) => toE164(typed) !== undefined, invalid),
  v.transform((typed) => toE164(typed) ?? typed),
);

export const phoneSchema = v.object({ phoneNumber });
