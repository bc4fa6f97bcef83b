import { createClientOf } from '@wusd/api-sdk/core';
import { config } from '@wusd/api-sdk/resources/config';
import { expect, test } from 'vitest';
import { exampleOf, succeed } from '../../../testing/contract.ts';
import { publicOptions } from './client.ts';

// Uses its own `fetch`, because the mock worker also receives calls of pages that are still loading.
test('each call has its own random trace id, with the sampled flag off', async () => {
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
