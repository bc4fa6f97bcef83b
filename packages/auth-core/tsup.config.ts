import { defineConfig } from 'tsup';

// File by file: a bundler can then leave out, or put off, whatever a page does not need yet.
export default defineConfig({
  entry: ['src/**/*.ts', '!src/**/*.test.ts'],
  bundle: false,
  format: 'esm',
  target: 'es2022',
  dts: false,
  clean: false,
});
