import { defineConfig } from 'vitest/config';

export default defineConfig({
  // High time limit for hanging tests: a slow machine must not fail a correct test.
  test: { include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
});
