/** Languages of the product, named as they are stored. */
export const languages = ['en_US', 'zh_CN', 'th_TH'] as const;
export type Language = (typeof languages)[number];

export const defaultLanguage: Language = 'en_US';

/** Key under which the choice is kept in local storage. */
export const languageStorageKey = 'lang';

/** Each language's name in itself. */
export const languageNames: Readonly<Record<Language, string>> = { en_US: 'English', zh_CN: '简体中文', th_TH: 'ไทย' };

export function isLanguage(text: unknown): text is Language {
  return (languages as readonly unknown[]).includes(text);
}

/** `en_US` as BCP 47 wants it: Intl refuses the underscore. */
export function bcp47(language: string): string {
  return language.replace('_', '-');
}

/**
 * The language an Accept-Language header asks for (RFC 9110, 12.5.4), by the order of its entries; English where it asks
 * for none of ours.
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
