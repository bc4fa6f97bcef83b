import { defineConfig } from '@playwright/test';
import { chromium } from '@wusd/browser';

const { executablePath, args, env } = await chromium();

/** Whether journeys tagged `@long` run too: in the soak run `journeys`, and in explicitly named files. */
const isWhole = process.env.ALL_JOURNEYS !== undefined;

export default defineConfig({
  outputDir: '../.cache/test-results',
  globalSetup: './support/postgres.ts',
  fullyParallel: true,
  // One more than the available cores: a journey waits for one sixth of its time.
  workers: 3,
  // A busy browser is no fault of the product. Tests that pass only at the second try are reported as flaky and
  // investigated.
  retries: 1,
  forbidOnly: true,
  ...(isWhole ? {} : { grepInvert: /@long/ }),
  // High limits for hanging journeys; a correct journey does not reach them.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  projects: [
    { name: 'journeys', testDir: 'journeys' },
    // Evaluates the results of all journeys. If run alone, it runs them first.
    ...(isWhole ? [{ name: 'coverage', testDir: 'coverage', dependencies: ['journeys'] }] : []),
  ],
  use: {
    locale: 'en-US',
    timezoneId: 'America/New_York',
    viewport: { width: 1280, height: 900 },
    // A service worker must not respond to requests that a journey intercepts.
    serviceWorkers: 'block',
    // Traces only for retries, because tracing every test takes 20% more time.
    trace: 'on-first-retry',
    launchOptions: { executablePath, args, env },
  },
});
