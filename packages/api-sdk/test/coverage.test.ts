import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createWalletClient } from '../src/index.js';

const { paths } = JSON.parse(readFileSync(new URL('../openapi/dist/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string }>>;
};

/** What signs in, streams and describes itself is not this package's to call. */
const elsewhere = new Set(['login', 'createToken', 'logout', 'openEventStream', 'getOpenapi']);

test('every operation of the contract has its method, and every method is an operation', async () => {
  const sent = new Set<string>();
  const fetch = (async (url: string, { method = 'GET' }: RequestInit) => {
    sent.add(`${method} ${decodeURI(new URL(url).pathname)}`);
    throw new Error('Nothing is answered here');
  }) as unknown as typeof globalThis.fetch;
  const api = createWalletClient({ baseUrl: 'https://wallet.example', fetch });

  for (const resource of Object.values(api)) {
    for (const method of Object.values(resource) as ((...values: unknown[]) => PromiseLike<unknown>)[]) {
      // Whatever a method takes, a word stands for it well enough to see where the call goes.
      await Promise.resolve(method('x', 'x', 'x')).catch(() => {});
    }
  }
  await api.security.freeze().catch(() => {});

  const wanted = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => !elsewhere.has(operationId))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  const matches = (template: string, call: string): boolean =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, '(x|\\{\\w+\\}|undefined)')}$`).test(call);
  expect(wanted.filter((template) => ![...sent].some((call) => matches(template, call)))).toEqual([]);
  expect([...sent].filter((call) => !wanted.some((template) => matches(template, call)))).toEqual([]);
});
