import { defineConfig } from 'tsup';

// Amounts and rates are separate files, so that adding and comparing does not load decimal.js. Resources are separate
// too: a bundler splits by files, and would otherwise add every used resource to all pages.
export default defineConfig({
  entry: [
    'src/index.ts',
    'src/core.ts',
    'src/resources/*.ts',
    'src/money/*.ts',
    '!src/**/*.test.ts',
    'src/domain/index.ts',
    'src/operations.ts',
  ],
  format: 'esm',
  target: 'es2022',
  dts: false,
  clean: false,
});
