import { createClientOf } from '@wusd/api-sdk/core';
import { config } from '@wusd/api-sdk/resources/config';
import { expect, test } from 'vitest';
import { exampleOf, succeed } from '../../../testing/contract.ts';
import { publicOptions } from './client.ts';

// The calls are seen by a `fetch` of their own: the worker that answers other tests also hears pages that are just loading.
test('each call names a trace of its own, by chance, and asks for no recording', async () => {
  const traces: (string | null)[] = [];
  const seen: typeof fetch = (input, init) => {
    traces.push(new Request(input, init).headers.get('traceparent'));
    return Promise.resolve(succeed('getConfig', exampleOf('getConfig')));
  };
  const api = createClientOf({ ...publicOptions, fetch: seen }, { config });
  await api.config.get();
  await api.config.get();
  expect(traces).toHaveLength(2);
  for (const trace of traces) expect(trace).toMatch(/^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-00$/);
  expect(traces[0]).not.toBe(traces[1]);
});
