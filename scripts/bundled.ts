import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/**
 * Bundles code for browsers, minified.
 *
 * @param resolveDir folder in which imports are resolved
 * @param external packages that are excluded from the bundle
 */
export async function bundled(code: string, resolveDir: string, external: string[] = []): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir, loader: 'ts' },
    bundle: true,
    external,
    jsx: 'automatic',
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    write: false,
    logLevel: 'error',
    logOverride: { 'ignored-bare-import': 'silent' },
  });
  return outputFiles[0]?.text ?? '';
}

/** Size after compression, in bytes. */
export function gzipped(text: string): number {
  return gzipSync(text, { level: 9 }).length;
}
