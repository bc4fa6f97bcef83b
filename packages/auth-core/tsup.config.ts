import { defineConfig } from 'tsup';

// Separate output files, so that a bundler can omit or defer the parts that a page does not need yet.
export default defineConfig({
  entry: ['src/**/*.ts', '!src/**/*.test.ts'],
  bundle: false,
  format: 'esm',
  target: 'es2022',
  dts: false,
  clean: false,
});
