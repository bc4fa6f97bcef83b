import { defineConfig } from '@playwright/test';
import { chromium } from '@wusd/browser';

const { executablePath, args, env } = await chromium();

/** Whether journeys tagged `@long` run too: in the soak run `journeys`, and in files asked for by name. */
const isWhole = process.env.ALL_JOURNEYS !== undefined;

export default defineConfig({
  outputDir: '../.cache/test-results',
  globalSetup: './support/postgres.ts',
  fullyParallel: true,
  // One more than the cores that are asked for: a journey waits for a sixth of its time.
  workers: 3,
  // One browser too busy is no fault of the product; what passes only at the second try is printed as flaky, and is looked into.
  retries: 1,
  forbidOnly: true,
  ...(isWhole ? {} : { grepInvert: /@long/ }),
  // Generous, because they end a journey that hangs; one that works never waits for them.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  projects: [
    { name: 'journeys', testDir: 'journeys' },
    // Looks at what all of them have shown, and so comes after them; run by itself it runs them first.
    ...(isWhole ? [{ name: 'coverage', testDir: 'coverage', dependencies: ['journeys'] }] : []),
  ],
  use: {
    locale: 'en-US',
    timezoneId: 'America/New_York',
    viewport: { width: 1280, height: 900 },
    // What a journey takes from the page's requests must not be answered behind it.
    serviceWorkers: 'block',
    // What fails is tried again, and told in full: telling of every one costs a fifth of the time.
    trace: 'on-first-retry',
    launchOptions: { executablePath, args, env },
  },
});
