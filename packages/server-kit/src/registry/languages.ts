import { languages as contractLanguages } from '@wusd/api-sdk/domain';
import type { Language } from '@wusd/i18n';
import { UnknownKeyError } from './lookup.ts';

/** The contract's languages. Does not compile if one of them has no messages in `@wusd/i18n`. */
const languages: readonly Language[] = contractLanguages;

/** @throws UnknownKeyError */
export function languageFrom(text: string): Language {
  const found = languages.find((language) => language === text);
  if (found === undefined) throw new UnknownKeyError('language', text);
  return found;
}
