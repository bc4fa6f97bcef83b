import { RouterProvider } from '@tanstack/react-router';
import { type Catalogue, Messages, useCatalogue } from '@wusd/i18n/react';
import { useLayoutEffect } from 'react';
import { StyleSheetManager } from 'styled-components';
import { loadCatalogue } from './catalogues.ts';
import { language } from './preferences.ts';
import type { createAppRouter } from './router.tsx';
import { useValue } from './value.ts';

export interface AppProps {
  router: ReturnType<typeof createAppRouter>;
  initial: { language: string; catalogue: Catalogue };
  /** What the content security policy lets styles in by. */
  nonce: string;
}

export function App({ router, initial, nonce }: AppProps) {
  useLayoutEffect(takeOver, []);
  const messages = useCatalogue(initial, useValue(language), loadCatalogue);
  return (
    <StyleSheetManager nonce={nonce}>
      <Messages {...messages}>
        <RouterProvider router={router} />
      </Messages>
    </StyleSheetManager>
  );
}

/** From the first paint on the page is the app's: what was drawn at build time, and its styles, have served. */
function takeOver(): void {
  document.querySelector('style[data-prerendered]')?.remove();
  delete document.documentElement.dataset['prerendered'];
}
