import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * The E.164 form of a number as people write it: with spaces, dashes and brackets; without its country code where `country`
 * (ISO 3166-1 alpha-2) is known. Undefined where no network could have given it out.
 */
export function toE164(text: string, country?: string): string | undefined {
  const home = country !== undefined && isSupportedCountry(country) ? country : undefined;
  const number = parsePhoneNumberFromString(text, home);
  return number?.isPossible() ? number.number : undefined;
}
