import { createMemoryHistory } from '@tanstack/react-router';
import type { AuthUser } from '@wusd/api-sdk/core';
import { scopes } from '@wusd/api-sdk/domain';
import type { Language } from '@wusd/i18n';
import { FormattedMessage, Messages } from '@wusd/i18n/react';
import { renderToString } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';
import { App } from './app/App.tsx';
import { createAppRouter } from './app/router.tsx';
import { session } from './shared/api/client.ts';
import { loadCustomerMenus } from './features/header/Header.tsx';
import { ProductDetails } from './features/product-page/ProductPage.tsx';
import { SignedInHome } from './routes/home.tsx';
import { loadArea, loadMessages, messages } from './shared/i18n/catalogues.ts';
import { language } from './shared/i18n/preferences.ts';

export interface RenderedPage {
  html: string;
  /** Text of the element `title`, escaped. */
  title: string;
}
export interface PageRequest {
  path: string;
  /** Renders the customer's frame instead of the page for visitors without a session. */
  isSignedIn: boolean;
}

/** A customer with every scope and no data, because a frame shows only content that all customers share. */
const anyCustomer: AuthUser = {
  email: '',
  scopes: [...scopes],
  networks: [],
  accountType: 'individual',
  identityStatus: 'verified',
  lastEventId: '',
};

/**
 * Renders the pages of one document.
 *
 * @returns the pages and their common `style` elements, which styled-components reads when it starts in the browser.
 * With one sheet per page, the rules of a base component could follow those that extend it.
 */
export async function renderPages(
  requests: readonly PageRequest[],
  shownIn: Language,
): Promise<{ pages: RenderedPage[]; styles: string }> {
  const sheet = new ServerStyleSheet();
  try {
    const pages = [];
    // oxlint-disable-next-line no-await-in-loop -- session and language are global state
    for (const request of requests) pages.push(await renderPage(request, shownIn, sheet));
    return { pages, styles: pages.length > 0 ? sheet.getStyleTags() : '' };
  } finally {
    sheet.seal();
  }
}

async function renderPage(
  { path, isSignedIn }: PageRequest,
  shownIn: Language,
  sheet: ServerStyleSheet,
): Promise<RenderedPage> {
  language.set(shownIn);
  if (isSignedIn) session.signedIn(anyCustomer);
  else session.clear();
  const visitor = { ensureSession: async () => isSignedIn, holds: () => isSignedIn };
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }), visitor);
  // Rendering does not wait for lazy components, so load them first.
  await Promise.all([
    loadMessages(),
    router.load(),
    isSignedIn ? SignedInHome.preload?.() : ProductDetails.preload?.(),
    isSignedIn && loadCustomerMenus(),
    loadArea(isSignedIn ? 'wallet' : 'product'),
  ]);
  if (router.state.location.pathname !== path) throw new Error(`${path} redirects to ${router.state.location.href}`);
  const html = renderToString(sheet.collectStyles(<App router={router} />));
  return { html: holdControls(html), title: titleOf(path, html) };
}

/** The document title, as the page sets it in the browser. */
function titleOf(path: string, html: string): string {
  const shown = messages.get();
  const heading = /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1];
  if (!shown || heading === undefined) throw new Error(`${path} was rendered without its heading`);
  return renderToString(
    <Messages {...shown}>
      {path === '/home' ? (
        <FormattedMessage id="app.name" />
      ) : (
        <FormattedMessage id="app.title" values={{ page: heading }} />
      )}
    </Messages>,
  );
}

/**
 * Makes controls inert until `enableControls`, because input before hydration would be lost. Links work immediately,
 * and so do controls that need no script.
 */
function holdControls(html: string): string {
  return html
    .replaceAll(/ style="([^"]*)"/g, ' data-style="$1"')
    .replaceAll(/<(select|button)\b/g, '<$1 inert="" data-waiting=""')
    .replaceAll(/<input\b(?![^>]*\bdata-static)/g, '<input inert="" readonly="" data-waiting=""');
}
