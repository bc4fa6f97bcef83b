import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bad, baseUrl, caught, fakeServer, good } from '../test/fake-server.js';
import { createWalletClient } from './client.js';
import { ApiError, ConnectionError } from './errors.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const offline = (): Error => new TypeError('fetch failed');
const busy = (headers: Record<string, string> = {}): Response => bad(503, '00011', 'Busy.', {}, headers);
/** Advances the timers until a call ends. */
const settled = async <T>(call: PromiseLike<T>): Promise<unknown> => {
  const outcome = Promise.resolve(call).then(
    (result) => result,
    (error: unknown) => error,
  );
  await vi.runAllTimersAsync();
  return outcome;
};

describe('a call that is safe to repeat', () => {
  test.each([
    ['no connection', offline],
    ['a server that is busy', busy],
    ['a proxy without its server', () => new Response('<html>', { status: 502 })],
  ])('is retried after %s', async (_, failure) => {
    const { fetch, sent } = fakeServer(failure(), failure(), good(['ok']));
    const api = createWalletClient({ baseUrl, fetch });
    expect(await settled(api.walletAccounts.list())).toEqual(['ok']);
    expect(sent).toHaveLength(3);
  });

  test('waits for a call with the same intent that is in progress, and returns its result', async () => {
    const { fetch, sent } = fakeServer(bad(409, '20004', 'Wait.', {}, { 'retry-after': '1' }), good(['ok']));
    expect(await settled(createWalletClient({ baseUrl, fetch }).walletAccounts.list())).toEqual(['ok']);
    expect(sent).toHaveLength(2);
  });

  test('is not retried after another conflict', async () => {
    const { fetch, sent } = fakeServer(bad(409, '22001', 'Too late.'));
    expect(await settled(createWalletClient({ baseUrl, fetch }).walletAccounts.list())).toMatchObject({ status: 409 });
    expect(sent).toHaveLength(1);
  });

  test('fails with the last error once its retries are exhausted', async () => {
    const { fetch, sent } = fakeServer(offline(), busy(), busy());
    expect(await settled(createWalletClient({ baseUrl, fetch }).walletAccounts.list())).toMatchObject({
      errorName: 'SERVICE_UNAVAILABLE',
    });
    expect(sent).toHaveLength(3);
  });

  test.each([
    ['in seconds', () => '4'],
    ['as an HTTP date', () => new Date(Date.now() + 4000).toUTCString()],
  ])('waits for the time that the server requests %s', async (_, retryAfter) => {
    vi.setSystemTime('2026-11-23T08:00:00.000Z');
    const { fetch, sent } = fakeServer(busy({ 'retry-after': retryAfter() }), good(['ok']));
    const call = createWalletClient({ baseUrl, fetch }).walletAccounts.list();
    await vi.advanceTimersByTimeAsync(3999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toEqual(['ok']);
  });

  test('computes an HTTP date relative to the clock of the server if the response has a date', async () => {
    const date = new Date('2020-01-01T00:00:00.000Z');
    const retryAfter = new Date(date.getTime() + 3000).toUTCString();
    const { fetch, sent } = fakeServer(busy({ 'retry-after': retryAfter, date: date.toUTCString() }), good(['ok']));
    const call = createWalletClient({ baseUrl, fetch }).walletAccounts.list();
    await vi.advanceTimersByTimeAsync(2999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toEqual(['ok']);
  });

  test.each([
    ['in seconds', '3600'],
    ['as an HTTP date', 'Fri, 31 Dec 2100 23:59:59 GMT'],
  ])('fails at once with the message of the server if it requests a long wait %s', async (_, retryAfter) => {
    const availableAt = '2026-03-01T09:00:00.000Z';
    const limited = bad(
      429,
      '00007',
      'Too many tries. Try again at 09:00.',
      { availableAt },
      { 'retry-after': retryAfter },
    );
    const { fetch, sent } = fakeServer(limited, good(['ok']));
    const failure = await caught(createWalletClient({ baseUrl, fetch }).walletAccounts.list());
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({
      status: 429,
      message: 'Too many tries. Try again at 09:00.',
      details: { availableAt },
    });
    expect(sent).toHaveLength(1);
  });

  test('waits up to maxRetryDelayMs', async () => {
    const call = async (retryAfter: string) => {
      const { fetch, sent } = fakeServer(busy({ 'retry-after': retryAfter }), good(['ok']));
      await settled(createWalletClient({ baseUrl, fetch, maxRetryDelayMs: 10_000 }).walletAccounts.list());
      return sent.length;
    };
    expect(await call('10')).toBe(2);
    expect(await call('11')).toBe(1);
  });

  test('fails at once if the wait would exceed the time limit of the call', async () => {
    const { fetch, sent } = fakeServer(busy({ 'retry-after': '4' }), good(['ok']));
    const failure = await caught(createWalletClient({ baseUrl, fetch, timeoutMs: 3000 }).walletAccounts.list());
    expect(failure).toMatchObject({ status: 503, message: 'Busy.' });
    expect(sent).toHaveLength(1);
  });

  test.each(['soon', '', '-1', '1.5e9'])('uses its own delay if Retry-After is %j', async (retryAfter) => {
    const { fetch, sent } = fakeServer(busy({ 'retry-after': retryAfter }), good(['ok']));
    const call = createWalletClient({ baseUrl, fetch }).walletAccounts.list();
    await vi.advanceTimersByTimeAsync(249);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(251);
    expect(await call).toEqual(['ok']);
  });

  test('stops waiting when the caller aborts', async () => {
    const { fetch, sent } = fakeServer(offline(), good(['ok']));
    const controller = new AbortController();
    const call = caught(createWalletClient({ baseUrl, fetch }).walletAccounts.list({ signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(1);
    controller.abort('left');
    expect(await call).toBe('left');
    expect(sent).toHaveLength(1);
  });

  test('is not retried when the server rejects it', async () => {
    const { fetch, sent } = fakeServer(bad(403, '00005'));
    await settled(createWalletClient({ baseUrl, fetch }).walletAccounts.list());
    expect(sent).toHaveLength(1);
  });

  test('is not retried if retries are disabled', async () => {
    const { fetch, sent } = fakeServer(offline());
    const failure = await settled(createWalletClient({ baseUrl, fetch, retries: 0 }).walletAccounts.list());
    expect(failure).toBeInstanceOf(ConnectionError);
    expect(sent).toHaveLength(1);
  });
});

test('sends an action without an intent once, after any failure', async () => {
  const { fetch, sent } = fakeServer(offline());
  const api = createWalletClient({ baseUrl, fetch });
  expect(await settled(api.otc.cancel('otc_01hqxyz0000000000000'))).toBeInstanceOf(ConnectionError);
  expect(sent).toHaveLength(1);
});

test('retries an action with the same intent, body and codes', async () => {
  const { fetch, sent } = fakeServer(offline(), good({ id: 'otc_1' }));
  const mfa = vi.fn(async () => [{ checkType: 3 as const, code: '123456' }]);
  const call = createWalletClient({ baseUrl, fetch }).otc.submit(
    { quoteId: 'quo_01hqxyz0000000000000' },
    { intent: { intentId: 'int_01hqxyz0000000000000' }, mfa },
  );
  expect(await settled(call)).toEqual({ id: 'otc_1' });
  expect(mfa).toHaveBeenCalledTimes(1);
  const told = sent.map(({ url, init }) => [url, init.body, init.headers.get('x-mfa')]);
  expect(told[1]).toEqual(told[0]);
});
