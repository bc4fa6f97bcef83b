import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/postgres.ts'],
    // Generous, because it ends a test that hangs: a slow machine must not fail one that works.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Importing the server anew for each file took a quarter of the time. Nothing of it keeps state outside a node.
    isolate: false,
  },
});
