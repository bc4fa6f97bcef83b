import { join } from 'node:path';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { chromium } from '@wusd/browser';
import { defineConfig } from 'vitest/config';

const { executablePath, args, env } = await chromium();
const configDir = join(import.meta.dirname, '.storybook');

/** A project of stories. axe findings are errors, and components are compared with their screenshots. */
const stories = (name: string, { isForced = false } = {}) => ({
  plugins: [storybookTest({ configDir })],
  define: { 'import.meta.env.VITE_STORY_THEME': JSON.stringify(isForced ? 'dark' : 'light') },
  test: {
    name,
    // One page runs all stories, as in Storybook. A page for each file would triple the time.
    isolate: false,
    // A high limit for hanging stories: a slow machine must not fail a correct story.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // No screenshots of forced colours, which differ between machines. Only components, because screens consist of
    // them.
    ...(isForced
      ? { exclude: ['**/stories/**'] }
      : // Hooks run in reverse order of this list.
        { setupFiles: ['./room.ts', './aria.ts', './keyboards.ts', './dark.ts', './visual.ts'] }),
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      expect: {
        toMatchScreenshot: {
          comparatorName: 'pixelmatch' as const,
          // Antialiasing may differ slightly between processors. Changes of colour, size or position differ by more.
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

/**
 * Uses the project's browser. All stories run in light, all except patterns also in dark, and components in forced
 * colours.
 */
export default defineConfig({
  test: {
    // Report of differences with their pictures: `pnpm run report`.
    reporters: ['default', 'html'],
    projects: [
      stories('stories'),
      stories('forced', { isForced: true }),
      { test: { name: 'node', environment: 'node', include: ['*.test.ts'], testTimeout: 60_000 } },
    ],
  },
});
