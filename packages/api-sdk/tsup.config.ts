import { defineConfig } from 'tsup';

// Amounts and rates are files of their own: who only adds and compares does not load decimal.js. So are resources: a
// bundler splits by files, and would else carry every resource that any page uses to all of them.
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
