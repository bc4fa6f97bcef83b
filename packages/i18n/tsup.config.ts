import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/company-documents.ts', 'src/react.tsx', 'src/server.ts', 'src/zones.ts'],
  format: 'esm',
  target: 'es2022',
  dts: false,
  clean: false,
});
