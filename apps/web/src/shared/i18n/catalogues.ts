import type { Language } from '@wusd/i18n';
import type { Catalogue } from '@wusd/i18n/react';
import { language } from './preferences.ts';
import { createStore } from '../state/store.ts';

type Load = () => Promise<{ default: unknown }>;

/** A part of the messages that only some pages need. It is loaded with those pages. */
export type Area =
  | 'access'
  | 'identity'
  | 'security'
  | 'autoRedemption'
  | 'wallet'
  | 'money'
  | 'product'
  | 'sandbox'
  | 'passkey'
  | 'notifications';

const loaders: Record<Language, Record<'base' | Area, Load>> = {
  en_US: {
    base: () => import('@wusd/i18n/catalogues/en_US/base.json'),
    access: () => import('@wusd/i18n/catalogues/en_US/access.json'),
    identity: () => import('@wusd/i18n/catalogues/en_US/identity.json'),
    security: () => import('@wusd/i18n/catalogues/en_US/security.json'),
    autoRedemption: () => import('@wusd/i18n/catalogues/en_US/autoRedemption.json'),
    wallet: () => import('@wusd/i18n/catalogues/en_US/wallet.json'),
    money: () => import('@wusd/i18n/catalogues/en_US/money.json'),
    product: () => import('@wusd/i18n/catalogues/en_US/product.json'),
    sandbox: () => import('@wusd/i18n/catalogues/en_US/sandbox.json'),
    passkey: () => import('@wusd/i18n/catalogues/en_US/passkey.json'),
    notifications: () => import('@wusd/i18n/catalogues/en_US/notifications.json'),
  },
  zh_CN: {
    base: () => import('@wusd/i18n/catalogues/zh_CN/base.json'),
    access: () => import('@wusd/i18n/catalogues/zh_CN/access.json'),
    identity: () => import('@wusd/i18n/catalogues/zh_CN/identity.json'),
    security: () => import('@wusd/i18n/catalogues/zh_CN/security.json'),
    autoRedemption: () => import('@wusd/i18n/catalogues/zh_CN/autoRedemption.json'),
    wallet: () => import('@wusd/i18n/catalogues/zh_CN/wallet.json'),
    money: () => import('@wusd/i18n/catalogues/zh_CN/money.json'),
    product: () => import('@wusd/i18n/catalogues/zh_CN/product.json'),
    sandbox: () => import('@wusd/i18n/catalogues/zh_CN/sandbox.json'),
    passkey: () => import('@wusd/i18n/catalogues/zh_CN/passkey.json'),
    notifications: () => import('@wusd/i18n/catalogues/zh_CN/notifications.json'),
  },
  th_TH: {
    base: () => import('@wusd/i18n/catalogues/th_TH/base.json'),
    access: () => import('@wusd/i18n/catalogues/th_TH/access.json'),
    identity: () => import('@wusd/i18n/catalogues/th_TH/identity.json'),
    security: () => import('@wusd/i18n/catalogues/th_TH/security.json'),
    autoRedemption: () => import('@wusd/i18n/catalogues/th_TH/autoRedemption.json'),
    wallet: () => import('@wusd/i18n/catalogues/th_TH/wallet.json'),
    money: () => import('@wusd/i18n/catalogues/th_TH/money.json'),
    product: () => import('@wusd/i18n/catalogues/th_TH/product.json'),
    sandbox: () => import('@wusd/i18n/catalogues/th_TH/sandbox.json'),
    passkey: () => import('@wusd/i18n/catalogues/th_TH/passkey.json'),
    notifications: () => import('@wusd/i18n/catalogues/th_TH/notifications.json'),
  },
};

export interface ShownMessages {
  language: string;
  catalogue: Catalogue;
  /** Number of loaded parts. */
  parts: number;
}

/** The messages on screen. After a change of language they stay until the new ones have loaded. */
export const messages = createStore<ShownMessages | undefined>(undefined);

const parts = new Set<'base' | Area>(['base']);

/**
 * Loads every part needed so far in the chosen language. Starts again if the parts or the language change meanwhile.
 */
async function load(): Promise<void> {
  for (;;) {
    const wanted = language.get();
    const wantedParts = [...parts];
    // oxlint-disable-next-line no-await-in-loop -- usually once
    const files = await Promise.all(wantedParts.map((part) => loaders[wanted][part]()));
    if (wanted !== language.get() || wantedParts.length !== parts.size) continue;
    const catalogue = Object.assign({}, ...files.map((file) => file.default)) as Catalogue;
    const shown = messages.get();
    if (shown?.language !== wanted || shown.parts !== parts.size)
      messages.set({ language: wanted, catalogue, parts: parts.size });
    return;
  }
}

/** Loads the first messages, and loads the messages again after every change of language. */
export async function loadMessages(): Promise<void> {
  // If the new language can't be loaded, the old one stays. A reload tries again.
  language.subscribe(() => void load().catch(() => {}));
  await load();
}

/** Resolves when the messages of an area are on screen. @throws if they can't be loaded */
export async function loadArea(area: Area): Promise<void> {
  if (parts.has(area) && messages.get()?.parts === parts.size) return;
  parts.add(area);
  try {
    await load();
  } catch (error) {
    parts.delete(area);
    throw error;
  }
}
