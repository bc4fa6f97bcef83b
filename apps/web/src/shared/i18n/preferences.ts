import { isLanguage, type Language, languageOf, languageStorageKey } from '@wusd/i18n';
import { createStore } from '../state/store.ts';

export type Theme = 'system' | 'light' | 'dark';

const themeStorageKey = 'theme';
const currencyStorageKey = 'currency';
const amountsStorageKey = 'amounts';
const zerosStorageKey = 'zeros';
const ribbonStorageKey = 'ribbon';
const timeZoneStorageKey = 'timeZone';

/** If storage is blocked, a choice lasts as long as the page. */
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
    // The choice stays in memory only.
  }
}

function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

/** The stored choice, or else the language of the document. */
function storedLanguage(): Language {
  const stored = read(languageStorageKey);
  return isLanguage(stored) ? stored : languageOf(globalThis.document?.documentElement.lang);
}

/** Copies the stored language to a cookie, which the server reads to choose the document. */
export function mirrorLanguage(): void {
  const stored = read(languageStorageKey);
  const value = isLanguage(stored) ? `${stored}; max-age=31536000` : '; max-age=0';
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is missing in Firefox before 140
  document.cookie = `${languageStorageKey}=${value}; path=/; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`;
}

function storedTheme(): Theme {
  const stored = read(themeStorageKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

const storedCurrency = (): string => read(currencyStorageKey) ?? 'USD';

const agreementKey = 'cookie-agreement';

function storedAgreement(): 'agreed' | 'necessary' | undefined {
  const stored = read(agreementKey);
  return stored === 'agreed' || stored === 'necessary' ? stored : undefined;
}

/** Stores a choice, unless the visitor allows only necessary storage. */
function keep(key: string, value: string): void {
  if (cookieAgreement.get() !== 'necessary') write(key, value);
}

export const language = createStore<Language>(storedLanguage());
export const theme = createStore<Theme>(storedTheme(), () => 'system');
/** Currency of totals, as read from storage. It may be any text. */
export const shownCurrency = createStore(storedCurrency());
/** Storage that the visitor allows in the browser; undefined until they choose. */
export const cookieAgreement = createStore<'agreed' | 'necessary' | undefined>(storedAgreement(), () => undefined);

export function chooseLanguage(chosen: Language): void {
  // Necessary storage: without it a visitor could not read the page.
  write(languageStorageKey, chosen);
  mirrorLanguage();
  language.set(chosen);
}

export function chooseTheme(chosen: Theme): void {
  keep(themeStorageKey, chosen);
  theme.set(chosen);
  applyTheme();
}

export function chooseCurrency(chosen: string): void {
  keep(currencyStorageKey, chosen);
  shownCurrency.set(chosen);
}

/** Whether overviews show dots instead of amounts. */
export const areAmountsHidden = createStore(read(amountsStorageKey) === 'hidden');
/** Whether the wallet omits currencies without a balance. */
export const areZerosHidden = createStore(read(zerosStorageKey) === 'hidden');

export function hideAmounts(isHidden: boolean): void {
  keep(amountsStorageKey, isHidden ? 'hidden' : 'shown');
  areAmountsHidden.set(isHidden);
}

export function hideZeros(isHidden: boolean): void {
  keep(zerosStorageKey, isHidden ? 'hidden' : 'shown');
  areZerosHidden.set(isHidden);
}

// time-zone.ts, which few pages load, validates and shows the zone.
export const storedTimeZone = (): string | null => read(timeZoneStorageKey);

/** @param zone undefined removes the stored zone */
export function keepTimeZone(zone: string | undefined): void {
  if (zone === undefined) forget(timeZoneStorageKey);
  else keep(timeZoneStorageKey, zone);
}

/** Folds the test ribbon. It sets an attribute on `<html>`, as `boot.js` does before the first paint. */
export function foldRibbon(isFolded: boolean): void {
  keep(ribbonStorageKey, isFolded ? 'folded' : 'shown');
  applyRibbon(isFolded);
}

function applyRibbon(isFolded: boolean): void {
  const { dataset } = document.documentElement;
  if (isFolded) dataset['ribbon'] = 'folded';
  else delete dataset['ribbon'];
}

/**
 * @param isComfortKept whether to store optional choices: theme, currency, time zone, and what wallet and ribbon hide
 */
export function chooseCookies(isComfortKept: boolean): void {
  const chosen = isComfortKept ? 'agreed' : 'necessary';
  cookieAgreement.set(chosen);
  write(agreementKey, chosen);
  if (isComfortKept) {
    write(themeStorageKey, theme.get());
    write(currencyStorageKey, shownCurrency.get());
    // Store the language even if it was not chosen, so that the next visit uses it too.
    write(languageStorageKey, language.get());
  } else {
    for (const key of [
      themeStorageKey,
      currencyStorageKey,
      amountsStorageKey,
      zerosStorageKey,
      ribbonStorageKey,
      timeZoneStorageKey,
    ])
      forget(key);
  }
  mirrorLanguage();
}

/** Shows the cookie question again, to change the choice. */
export function askAboutCookies(): void {
  forget(agreementKey);
  cookieAgreement.set(undefined);
}

export function applyTheme(): void {
  const { dataset } = document.documentElement;
  if (theme.get() === 'system') delete dataset['theme'];
  else dataset['theme'] = theme.get();
}

/** Applies choices that were made in another tab. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key === currencyStorageKey) shownCurrency.set(storedCurrency());
    if (key === amountsStorageKey) areAmountsHidden.set(read(amountsStorageKey) === 'hidden');
    if (key === zerosStorageKey) areZerosHidden.set(read(zerosStorageKey) === 'hidden');
    if (key === ribbonStorageKey) applyRibbon(read(ribbonStorageKey) === 'folded');
    if (key === languageStorageKey) language.set(storedLanguage());
    if (key === themeStorageKey) {
      theme.set(storedTheme());
      applyTheme();
    }
  });
}

/** Opaque id of this browser, so that wrong passwords in other browsers do not pause sign-ins in this one. */
export function deviceId(): string {
  const key = 'device';
  const known = read(key);
  if (known !== null && /^[\w-]{10,64}$/.test(known)) return known;
  const created = crypto.randomUUID();
  write(key, created);
  return created;
}
