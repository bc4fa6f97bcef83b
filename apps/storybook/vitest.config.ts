import { join } from 'node:path';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { chromium } from '@wusd/browser';
import { defineConfig } from 'vitest/config';

const { executablePath, args, env } = await chromium();
const configDir = join(import.meta.dirname, '.storybook');

/** Every story in both themes, in the browser the project brings, with axe’s findings as errors. */
export default defineConfig({
  test: {
    projects: ['light', 'dark'].map((theme) => ({
      plugins: [storybookTest({ configDir })],
      define: { 'import.meta.env.VITE_STORY_THEME': JSON.stringify(theme) },
      test: {
        name: theme,
        browser: {
          enabled: true,
          headless: true,
          screenshotFailures: false,
          provider: playwright({ launchOptions: { executablePath, args, env } }),
          instances: [{ browser: 'chromium' as const }],
        },
      },
    })),
  },
});
