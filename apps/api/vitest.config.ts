import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['testing/postgres.ts'],
    // Generous, because it ends a test that hangs: a slow machine must not fail one that works.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Importing the server anew for each file took a quarter of the time. A node keeps its state in itself and its database; the queue of password hashes, which nodes share, is empty between tests.
    isolate: false,
  },
});
