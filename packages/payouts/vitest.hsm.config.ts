import { defineConfig } from 'vitest/config';

/** Tests that need SoftHSM, which npm does not bring. */
export default defineConfig({
  test: {
    include: ['test/hsm/*.hsm.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The library reads its configuration from the environment of the process, which a worker thread does not share.
    pool: 'forks',
  },
});
