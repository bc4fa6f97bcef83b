import type { MessageId } from '@wusd/i18n';
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
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
  const number = parsePhoneNumberFromString(text, home);
  return number?.isPossible() && contractPattern.test(number.number) ? number.number : undefined;
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
