import { join } from 'node:path';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { chromium } from '@wusd/browser';
import { defineConfig } from 'vitest/config';

const { executablePath, args, env } = await chromium();
const configDir = join(import.meta.dirname, '.storybook');

/** A project of stories, with axe’s findings as errors; a component’s beside how it looked before. */
const stories = (name: string, { isForced = false } = {}) => ({
  plugins: [storybookTest({ configDir })],
  define: { 'import.meta.env.VITE_STORY_THEME': JSON.stringify(isForced ? 'dark' : 'light') },
  test: {
    name,
    // One page shows all stories, as Storybook's own does: a page for each file is a third of the time.
    isolate: false,
    // Generous, because it ends a story that hangs: a slow machine must not fail one that works.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Forced colours differ between machines, so there are no screenshots; of components alone, because screens are made of them.
    ...(isForced
      ? { exclude: ['**/stories/**'] }
      : // What is done last comes first.
        { setupFiles: ['./room.ts', './aria.ts', './keyboards.ts', './dark.ts', './visual.ts'] }),
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      expect: {
        toMatchScreenshot: {
          comparatorName: 'pixelmatch' as const,
          // The edge of a letter may differ by a shade between processors; a colour, a size or a place differs by more.
          comparatorOptions: { threshold: 0.05, allowedMismatchedPixels: 40 },
          resolveScreenshotPath: ({ arg, ext }: Shot) => join(import.meta.dirname, 'screenshots', `${arg}${ext}`),
          resolveDiffPath: ({ arg, ext }: Shot) => join(import.meta.dirname, '../../.cache/visual', `${arg}${ext}`),
        },
      },
      provider: playwright({
        launchOptions: { executablePath, args, env },
        ...(isForced && { contextOptions: { forcedColors: 'active' } }),
      }),
      instances: [{ browser: 'chromium' as const, name }],
    },
  },
});
interface Shot {
  arg: string;
  ext: string;
}

/** In the browser the project brings: every story in light, all but patterns in dark as they end, and components in forced colours. */
export default defineConfig({
  test: {
    // What looked different, with its pictures: `pnpm run report`.
    reporters: ['default', 'html'],
    projects: [
      stories('stories'),
      stories('forced', { isForced: true }),
      { test: { name: 'node', environment: 'node', include: ['*.test.ts'], testTimeout: 60_000 } },
    ],
  },
});
