import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bad, baseUrl, caught, fakeServer, good } from '../test/fake-server.js';
import { createWalletClient } from './client.js';
import { ConnectionError, TimeoutError } from './errors.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const offline = (): Error => new TypeError('fetch failed');
const busy = (headers: Record<string, string> = {}): Response => bad(503, '00011', 'Busy.', {}, headers);
/** Lets every wait of a call pass. */
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
  ])('outlives %s', async (_, failure) => {
    const { fetch, sent } = fakeServer(failure(), failure(), good(['ok']));
    const api = createWalletClient({ baseUrl, fetch });
    expect(await settled(api.walletAccounts.list())).toEqual(['ok']);
    expect(sent).toHaveLength(3);
  });

  test('fails with the last failure once its retries are spent', async () => {
    const { fetch, sent } = fakeServer(offline(), busy(), busy());
    expect(await settled(createWalletClient({ baseUrl, fetch }).walletAccounts.list())).toMatchObject({
      errorName: 'SERVICE_UNAVAILABLE',
    });
    expect(sent).toHaveLength(3);
  });

  test('waits as long as the server asks', async () => {
    const { fetch, sent } = fakeServer(busy({ 'retry-after': '7' }), good(['ok']));
    const call = createWalletClient({ baseUrl, fetch }).walletAccounts.list();
    await vi.advanceTimersByTimeAsync(6999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toEqual(['ok']);
  });

  test('waits within its time limit, not beyond', async () => {
    const { fetch, sent } = fakeServer(busy({ 'retry-after': '60' }), good(['ok']));
    expect(await settled(createWalletClient({ baseUrl, fetch }).walletAccounts.list())).toBeInstanceOf(TimeoutError);
    expect(sent).toHaveLength(1);
  });

  test('ends its waiting where the caller aborts', async () => {
    const { fetch, sent } = fakeServer(offline(), good(['ok']));
    const controller = new AbortController();
    const call = caught(createWalletClient({ baseUrl, fetch }).walletAccounts.list({ signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(1);
    controller.abort('left');
    expect(await call).toBe('left');
    expect(sent).toHaveLength(1);
  });

  test('is not repeated where the server refuses it', async () => {
    const { fetch, sent } = fakeServer(bad(403, '00005'));
    await settled(createWalletClient({ baseUrl, fetch }).walletAccounts.list());
    expect(sent).toHaveLength(1);
  });

  test('is not repeated where nobody wants it', async () => {
    const { fetch, sent } = fakeServer(offline());
    const failure = await settled(createWalletClient({ baseUrl, fetch, retries: 0 }).walletAccounts.list());
    expect(failure).toBeInstanceOf(ConnectionError);
    expect(sent).toHaveLength(1);
  });
});

test('an act without an intent is sent once, whatever comes back', async () => {
  const { fetch, sent } = fakeServer(offline());
  const api = createWalletClient({ baseUrl, fetch });
  expect(await settled(api.otc.cancel('otc_01hqxyz0000000000000'))).toBeInstanceOf(ConnectionError);
  expect(sent).toHaveLength(1);
});

test('an act with an intent is repeated with the same intent, body and codes', async () => {
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
