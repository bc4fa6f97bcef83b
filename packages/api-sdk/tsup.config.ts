import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/money/index.ts', 'src/domain/index.ts'],
  format: 'esm',
  target: 'es2022',
  dts: false,
  clean: false,
});
