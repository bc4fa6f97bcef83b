import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/store/index.ts', 'src/sse/index.ts', 'src/scopes/index.ts', 'src/testing/index.ts'],
  format: 'esm',
  target: 'es2022',
  dts: false,
  clean: false,
});
