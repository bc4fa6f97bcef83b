import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/react.tsx', 'src/server.ts'],
  format: 'esm',
  target: 'es2022',
  dts: false,
  clean: false,
});
