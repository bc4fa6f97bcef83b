import { createMemoryHistory } from '@tanstack/react-router';
import catalogue from '@wusd/i18n/catalogues/en_US/base.json';
import { renderToString } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';
import { App } from './app/App.tsx';
import { messages } from './shared/i18n/catalogues.ts';
import { createAppRouter } from './app/router.tsx';

/** The product page as a stranger first sees it, in the default language, for showing before any script has arrived. */
export async function renderHome(): Promise<{ html: string; css: string }> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: ['/home'] }));
  await router.load();
  messages.set({ language: 'en_US', catalogue, parts: 1 });
  const sheet = new ServerStyleSheet();
  try {
    const html = renderToString(sheet.collectStyles(<App router={router} nonce="" />));
    const css = sheet.getStyleTags().replaceAll(/<\/?style[^>]*>/g, '');
    const page = html
      // The router's own inline scripts prepare a hydration that does not happen, and have no nonce.
      .replaceAll(/<script[\s\S]*?<\/script>/g, '')
      // Until the app is there a choice would be lost: links work at once, controls wait.
      .replaceAll(/<(input|select|button)\b/g, '<$1 inert=""');
    return { html: page, css };
  } finally {
    sheet.seal();
  }
}
