import { defineConfig } from 'vitest/config';

/** The drill of a restore, which needs programs of Debian that npm does not bring. */
export default defineConfig({
  test: { include: ['drill/*.drill.ts'], testTimeout: 1_800_000, hookTimeout: 600_000, disableConsoleIntercept: true },
});
