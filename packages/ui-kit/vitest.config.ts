import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The time limit ends a test that hangs: a slow machine must not fail one that works.
  test: { include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
});
