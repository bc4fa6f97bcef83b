import type { Catalogue } from '@wusd/i18n/react';

const loaders: Record<string, () => Promise<{ default: unknown }>> = {
  en_US: () => import('@wusd/i18n/catalogues/en_US.json'),
  zh_CN: () => import('@wusd/i18n/catalogues/zh_CN.json'),
  th_TH: () => import('@wusd/i18n/catalogues/th_TH.json'),
};

/** One language's messages, fetched when it is chosen. */
export async function loadCatalogue(language: string): Promise<Catalogue> {
  const load = loaders[language];
  if (!load) throw new Error(`There is no language ${language}`);
  return (await load()).default as Catalogue;
}
