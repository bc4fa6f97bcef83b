import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchEarly } from './early-answers.ts';

const url = 'https://wallet.example/api/config';
const now = Date.UTC(2026, 0, 1);
const server = vi.fn<typeof fetch>();

const asked = (answer: Promise<Response>, { body, at = now }: { body?: string; at?: number } = {}): void =>
  void vi.stubGlobal('earlyAnswers', { [url]: { body, answer, at } });
const early = (): Promise<Response> => Promise.resolve(new Response('early'));
const textOf = async (init?: RequestInit): Promise<string> => (await fetchEarly(url, init)).text();

beforeEach(() => {
  vi.useFakeTimers({ now });
  vi.stubGlobal('fetch', server);
  server.mockImplementation(async () => new Response('server'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  server.mockReset();
});

test('an early response is used once, and the next call goes to the server', async () => {
  asked(early());
  expect([await textOf(), await textOf()]).toEqual(['early', 'server']);
  expect(server).toHaveBeenCalledTimes(1);
});

test('an early error response is returned with its retry-after header', async () => {
  asked(Promise.resolve(new Response('busy', { status: 503, headers: { 'retry-after': '2' } })));
  const response = await fetchEarly(url);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
  expect(server).not.toHaveBeenCalled();
});

test('an early connection error is rethrown', async () => {
  asked(Promise.reject(new TypeError('Failed to fetch')));
  await expect(fetchEarly(url)).rejects.toThrow('Failed to fetch');
});

test.each([
  ['an early response is older than ten seconds', () => asked(early(), { at: now - 10_001 }), {}],
  ['the body differs', () => asked(early(), { body: '{"payAmount":"1000"}' }), { body: '{}' }],
  ['there is no early response', () => {}, {}],
])('the server is called if %s', async (_what, prepare, init) => {
  prepare();
  expect(await textOf(init)).toBe('server');
});
