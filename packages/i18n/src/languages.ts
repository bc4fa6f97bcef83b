/** Languages of the product, in their stored form. */
export const languages = ['en_US', 'zh_CN', 'th_TH'] as const;
export type Language = (typeof languages)[number];

export const defaultLanguage: Language = 'en_US';

/** Key of the chosen language in local storage. */
export const languageStorageKey = 'lang';

/** Name of each language in that language. */
export const languageNames: Readonly<Record<Language, string>> = { en_US: 'English', zh_CN: '简体中文', th_TH: 'ไทย' };

export function isLanguage(text: unknown): text is Language {
  return (languages as readonly unknown[]).includes(text);
}

/** Converts `en_US` to BCP 47: Intl rejects the underscore. */
export function bcp47(language: string): string {
  return language.replace('_', '-');
}

/**
 * Selects a language by an Accept-Language header (RFC 9110, 12.5.4), in the order of its entries. Defaults to English.
 */
export function languageOf(header: string | undefined): Language {
  for (const entry of (header ?? '').split(',')) {
    const wanted = entry.split(';')[0]?.trim().replace('_', '-').toLowerCase() ?? '';
    if (wanted === '') continue;
    const found = languages.find(
      (language) => bcp47(language).toLowerCase() === wanted || language.slice(0, 2) === wanted.split('-')[0],
    );
    if (found) return found;
  }
  return defaultLanguage;
}
