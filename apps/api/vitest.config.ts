import { defineConfig } from 'vitest/config';
import { failStuckFiles } from './testing/stuck-files.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['testing/postgres.ts'],
    // Generous, because it ends a test that hangs: a slow machine must not fail one that works.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // The longest file takes two minutes.
    reporters: ['default', failStuckFiles(20 + Number(process.env['SCHEDULE_MINUTES'] ?? 0))],
    maxWorkers: 2,
    // Importing the server anew for each file took a quarter of the time. A node keeps its state in itself and its database; the queue of password hashes, which nodes share, is empty between tests.
    isolate: false,
  },
});
