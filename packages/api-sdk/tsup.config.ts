import { defineConfig } from 'tsup';

// Amounts and rates are files of their own: who only adds and compares does not load decimal.js.
export default defineConfig({
  entry: [
    'src/index.ts',
    'src/resources/index.ts',
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
