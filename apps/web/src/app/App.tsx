import { RouterProvider } from '@tanstack/react-router';
import { Messages } from '@wusd/i18n/react';
import { useLayoutEffect } from 'react';
import { StyleSheetManager } from 'styled-components';
import { messages } from '../shared/i18n/catalogues.ts';
import type { createAppRouter } from './router.tsx';
import { useStore } from '../shared/state/store.ts';

export interface AppProps {
  router: ReturnType<typeof createAppRouter>;
  /** What the content security policy lets styles in by. */
  nonce: string;
}

export function App({ router, nonce }: AppProps) {
  useLayoutEffect(removePrerendered, []);
  const shown = useStore(messages);
  if (!shown) return null;
  const { language, catalogue } = shown;
  return (
    <StyleSheetManager nonce={nonce}>
      <Messages language={language} catalogue={catalogue}>
        <RouterProvider router={router} />
      </Messages>
    </StyleSheetManager>
  );
}

/** From the first paint on the page is the app's: what was drawn at build time, and its styles, have served. */
function removePrerendered(): void {
  document.querySelector('style[data-prerendered]')?.remove();
  delete document.documentElement.dataset['prerendered'];
}
