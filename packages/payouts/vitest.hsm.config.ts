import { defineConfig } from 'vitest/config';

/** Tests that need SoftHSM, which is not an npm package. */
export default defineConfig({
  test: {
    include: ['test/hsm/*.hsm.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The library reads its configuration from the environment of the process. Worker threads do not share it.
    pool: 'forks',
  },
});
