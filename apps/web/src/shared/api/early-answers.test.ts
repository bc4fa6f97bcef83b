import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchEarly } from './early-answers.ts';

const url = 'https://wallet.example/api/config';
const server = vi.fn<typeof fetch>();

const asked = (answer: Promise<Response>, body?: string): void =>
  void vi.stubGlobal('earlyAnswers', { [url]: { body, answer } });
const textOf = async (init?: RequestInit): Promise<string> => (await fetchEarly(url, init)).text();

beforeEach(() => {
  vi.stubGlobal('fetch', server);
  server.mockImplementation(async () => new Response('server'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  server.mockReset();
});

test('an early answer is taken once, and the next call goes to the server', async () => {
  asked(Promise.resolve(new Response('early')));
  expect([await textOf(), await textOf()]).toEqual(['early', 'server']);
  expect(server).toHaveBeenCalledTimes(1);
});

test.each([
  ['failed', () => asked(Promise.reject(new TypeError('Failed to fetch'))), {}],
  ['was refused', () => asked(Promise.resolve(new Response('busy', { status: 503 }))), {}],
  ['had another body', () => asked(Promise.resolve(new Response('early')), '{"payAmount":"1000"}'), { body: '{}' }],
  ['was never asked', () => {}, {}],
])('what %s is fetched', async (_what, prepare, init) => {
  prepare();
  expect(await textOf(init)).toBe('server');
});
