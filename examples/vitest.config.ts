import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { globalSetup: ['test/setup.ts'], testTimeout: 120_000, hookTimeout: 120_000, maxWorkers: 2 },
});
