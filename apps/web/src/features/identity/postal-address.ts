import type { Language } from '@wusd/i18n';

export interface PostalAddress {
  addressLine: string;
  city: string;
  postalCode: string;
}

/** Where addresses in Chinese characters are written from the largest part to the smallest. */
const inHan = new Set(['CN', 'HK', 'JP', 'MO', 'TW']);

/** Whether addresses of this country begin with the city in this language. */
export function isLargestFirst(language: Language, country: string): boolean {
  return language === 'zh_CN' && inHan.has(country);
}

/**
 * An address on one line, in the order of the script it was written in: from the street outwards in Latin letters and Thai,
 * and from the country inwards in Chinese characters, kana and hangul.
 *
 * @param country its name, in the language on screen
 */
export function formatPostalAddress({ addressLine, city, postalCode }: PostalAddress, country: string): string {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(addressLine))
    return [postalCode, country, city, addressLine].filter(Boolean).join(' ');
  const isThai = /\p{Script=Thai}/u.test(addressLine);
  return [addressLine, [city, postalCode].filter(Boolean).join(' '), country].filter(Boolean).join(isThai ? ' ' : ', ');
}
