import { defineConfig } from 'tsup';

// One output file per source file: a bundle would make a Button carry the menus and dialogs with it.
export default defineConfig({
  entry: ['src/**/*.{ts,tsx}', '!src/**/*.test.*', '!src/**/*.stories.*'],
  format: 'esm',
  target: 'es2022',
  bundle: false,
  dts: false,
  clean: false,
});
