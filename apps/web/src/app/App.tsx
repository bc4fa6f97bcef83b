import { RouterProvider } from '@tanstack/react-router';
import { Messages } from '@wusd/i18n/react';
import { useLayoutEffect } from 'react';
import { messages } from '../shared/i18n/catalogues.ts';
import { removeFrame } from './first-paint.ts';
import type { createAppRouter } from './router.tsx';
import { useStore } from '../shared/state/store.ts';

export interface AppProps {
  router: ReturnType<typeof createAppRouter>;
}

export function App({ router }: AppProps) {
  useLayoutEffect(removeFrame, []);
  const shown = useStore(messages);
  if (!shown) return null;
  const { language, catalogue } = shown;
  return (
    <Messages language={language} catalogue={catalogue}>
      <RouterProvider router={router} />
    </Messages>
  );
}
