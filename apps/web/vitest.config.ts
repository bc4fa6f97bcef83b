import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { chromium } from '@wusd/browser';
import { msw } from 'msw/vite';
import { defineConfig } from 'vitest/config';

const { executablePath, args, env } = await chromium();
// Timeout for a hanging test. Long enough that a slow machine does not fail a working test.
const limits = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  plugins: [react()],
  resolve: { dedupe: ['react', 'react-dom', 'styled-components'] },
  test: {
    projects: [
      { extends: true, test: { ...limits, name: 'unit', include: ['src/**/*.test.ts'] } },
      {
        extends: true,
        // Mocks the API calls of components; nothing leaves the machine.
        plugins: [msw({ mode: 'worker-only' })],
        // Scan before the first test: discovering a dependency later would reload the page.
        optimizeDeps: { entries: ['src/**/*.{ts,tsx}', 'testing/*'] },
        test: {
          ...limits,
          name: 'components',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['./testing/setup.ts'],
          // One page for all files, so that modules load only once.
          isolate: false,
          expect: { poll: { timeout: 20_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath, args, env }, actionTimeout: 20_000 }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 900 } }],
          },
        },
      },
    ],
  },
});
