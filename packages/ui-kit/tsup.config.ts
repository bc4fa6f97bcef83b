import { defineConfig } from 'tsup';

// One output file per source file. A bundle would add menus and dialogs to a Button.
export default defineConfig({
  entry: ['src/**/*.{ts,tsx}', '!src/**/*.test.*', '!src/**/*.stories.*'],
  format: 'esm',
  target: 'es2022',
  bundle: false,
  dts: false,
  clean: false,
});
