import { defineConfig } from 'vitest/config';

/** The restore drill, which needs Debian programs that are not available from npm. */
export default defineConfig({
  test: { include: ['drill/*.drill.ts'], testTimeout: 1_800_000, hookTimeout: 600_000, disableConsoleIntercept: true },
});
