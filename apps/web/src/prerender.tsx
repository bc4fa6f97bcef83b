import { createMemoryHistory } from '@tanstack/react-router';
import catalogue from '@wusd/i18n/catalogues/en_US.json';
import { renderToString } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';
import { App } from './app/App.tsx';
import { createAppRouter } from './app/router.tsx';

/** The product page as a stranger first sees it, in the default language, for showing before any script has arrived. */
export async function renderHome(): Promise<{ html: string; css: string }> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: ['/home'] }));
  await router.load();
  const sheet = new ServerStyleSheet();
  try {
    const html = renderToString(
      sheet.collectStyles(<App router={router} initial={{ language: 'en_US', catalogue }} nonce="" />),
    );
    const css = sheet.getStyleTags().replaceAll(/<\/?style[^>]*>/g, '');
    // The router's own inline scripts prepare a hydration that does not happen, and have no nonce.
    return { html: html.replaceAll(/<script[\s\S]*?<\/script>/g, ''), css };
  } finally {
    sheet.seal();
  }
}
