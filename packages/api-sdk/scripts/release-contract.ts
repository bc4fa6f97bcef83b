// Saves the contract of the version to be published. The compiler compares later contracts with it.
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readContract } from './contract.ts';

/** Properties that do not affect types. */
const prose = new Set(['description', 'summary', 'examples', 'example', 'tags']);
const strip = (value: unknown, isNames = false): unknown => {
  if (Array.isArray(value)) return value.map((item) => strip(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isNames || !(prose.has(key) || key.startsWith('x-')))
      .map(([key, item]) => [key, strip(item, key === 'properties' || key === 'schemas' || key === 'paths')]),
  );
};

const folder = fileURLToPath(new URL('../openapi/released/', import.meta.url));
await mkdir(folder, { recursive: true });
const document = readContract();
for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
  const { 200: done } = operation.responses;
  operation.responses = done ? { 200: done } : {};
}
await writeFile(`${folder}openapi.json`, `${JSON.stringify(strip(document), null, 1)}\n`);
