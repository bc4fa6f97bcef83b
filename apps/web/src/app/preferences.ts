import { defaultLanguage, isLanguage, type Language, languageStorageKey } from '@wusd/i18n';
import { createValue } from './value.ts';

export type Theme = 'system' | 'light' | 'dark';

const themeStorageKey = 'theme';

/** Storage that is blocked means that a choice lasts as long as the page. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Kept in memory only.
  }
}

function storedLanguage(): Language {
  const stored = read(languageStorageKey);
  return isLanguage(stored) ? stored : defaultLanguage;
}

function storedTheme(): Theme {
  const stored = read(themeStorageKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export const language = createValue<Language>(storedLanguage());
export const theme = createValue<Theme>(storedTheme());
export const cookieAgreement = createValue<boolean>(read('cookie-agreement') === 'agreed');

export function chooseLanguage(chosen: Language): void {
  write(languageStorageKey, chosen);
  language.set(chosen);
}

export function chooseTheme(chosen: Theme): void {
  write(themeStorageKey, chosen);
  theme.set(chosen);
  applyTheme();
}

export function agreeToCookies(): void {
  write('cookie-agreement', 'agreed');
  cookieAgreement.set(true);
}

export function applyTheme(): void {
  const { dataset } = document.documentElement;
  if (theme.get() === 'system') delete dataset['theme'];
  else dataset['theme'] = theme.get();
}

/** A choice made in another tab holds in this one too. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key === languageStorageKey) language.set(storedLanguage());
    if (key === themeStorageKey) {
      theme.set(storedTheme());
      applyTheme();
    }
  });
}

/** Opaque id of this browser, so that wrong passwords tried elsewhere do not pause signing in here. */
export function deviceId(): string {
  const key = 'device';
  const known = read(key);
  if (known !== null && /^[\w-]{10,64}$/.test(known)) return known;
  const created = crypto.randomUUID();
  write(key, created);
  return created;
}
