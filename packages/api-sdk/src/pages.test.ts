import { expect, test } from 'vitest';
import { bad, baseUrl, caught, fakeServer, good } from '../test/fake-server.js';
import { createWalletClient } from './client.js';

const page = (items: string[], nextCursor: string | null): Response =>
  good({ items, nextCursor, hasMore: nextCursor !== null });

test('fetches pages on demand only', async () => {
  const { fetch, sent } = fakeServer(page(['a', 'b'], 'c1'), page(['c', 'd'], 'c2'));
  const search = createWalletClient({ baseUrl, fetch }).walletAccounts.search({ size: 2 });
  expect(sent).toEqual([]);
  const seen: unknown[] = [];
  for await (const item of search) {
    seen.push(item);
    if (seen.length === 3) break;
  }
  expect(seen).toEqual(['a', 'b', 'c']);
  expect(sent.map(({ init }) => JSON.parse(String(init.body)) as unknown)).toEqual([
    { size: 2 },
    { size: 2, cursor: 'c1' },
  ]);
});

test('awaiting a search returns the page at its cursor', async () => {
  const { fetch, sent } = fakeServer(page(['a'], 'c2'), page(['a'], 'c2'), page(['a'], 'c2'));
  const search = createWalletClient({ baseUrl, fetch }).walletAccounts.search({ cursor: 'c1' });
  expect(await search).toEqual({ items: ['a'], nextCursor: 'c2', hasMore: true });
  expect(await search.safe()).toMatchObject({ ok: true, result: { items: ['a'] } });
  expect((await search.raw()).response.status).toBe(200);
  expect(JSON.parse(String(sent[0]?.init.body))).toEqual({ cursor: 'c1' });
});

test('iterates a search page by page to its end', async () => {
  const { fetch } = fakeServer(page(['a'], 'c1'), page([], 'c2'), page(['b'], null));
  const sizes: number[] = [];
  for await (const { items } of createWalletClient({ baseUrl, fetch }).walletAccounts.search().byPage())
    sizes.push(items.length);
  expect(sizes).toEqual([1, 0, 1]);
});

test('stops a search when it is aborted or rejected', async () => {
  const controller = new AbortController();
  const { fetch } = fakeServer(page(['a'], 'c1'), page(['b'], 'c2'), bad(400, '00002'));
  const api = createWalletClient({ baseUrl, fetch });
  const walk = async (): Promise<void> => {
    for await (const item of api.walletAccounts.search({}, { signal: controller.signal })) {
      if (String(item) === 'b') controller.abort('enough');
    }
  };
  expect(await caught(walk())).toBe('enough');
  expect(await caught(api.walletAccounts.search())).toMatchObject({ errorName: 'INVALID_REQUEST' });
});
