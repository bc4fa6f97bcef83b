import { inspect } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { createWalletClient } from './client.js';
import { ApiError, ConnectionError, TimeoutError } from './errors.js';

interface Sent {
  url: string;
  init: RequestInit & { headers: Headers };
}

const at = '2026-03-01T08:00:00.000Z';
const good = (result: unknown): Response =>
  Response.json({ header: { success: true, errCode: '00000', errMsg: '', serverTime: at }, result });
const bad = (status: number, errCode: string, errMsg: string, result: unknown = null): Response =>
  Response.json({ header: { success: false, errCode, errMsg, serverTime: at }, result }, { status });

/** A server that gives one answer after the other and remembers what it was sent. */
function fakeServer(...answers: (Response | Error | 'never')[]) {
  const sent: Sent[] = [];
  const fetch = ((url: string, init: Sent['init']) => {
    sent.push({ url, init });
    const answer = answers[sent.length - 1];
    if (answer instanceof Response) return Promise.resolve(answer);
    if (answer instanceof Error) return Promise.reject(answer);
    return new Promise((_, reject) =>
      init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
    );
  }) as unknown as typeof globalThis.fetch;
  return { sent, fetch };
}

const baseUrl = 'https://wallet.example/api';
const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a call', () => {
  test('answers the unwrapped result', async () => {
    const { fetch, sent } = fakeServer(good([{ currency: 'WUSD' }]));
    expect(await createWalletClient({ baseUrl, fetch }).walletAccounts.list()).toEqual([{ currency: 'WUSD' }]);
    expect(sent[0]?.url).toBe('https://wallet.example/api/wallet-account/list');
  });

  test('carries the token, and the language asked for', async () => {
    const { fetch, sent } = fakeServer(good([]));
    await createWalletClient({
      baseUrl,
      fetch,
      language: () => 'th-TH',
      auth: { getAccessToken: async () => 'wat_1' },
    }).walletAccounts.list();
    expect(sent[0]?.init.headers.get('authorization')).toBe('Bearer wat_1');
    expect(sent[0]?.init.headers.get('accept-language')).toBe('th-TH');
  });

  test('that is public never waits for a token', async () => {
    const { fetch, sent } = fakeServer(good({}));
    const getAccessToken = vi.fn(() => new Promise<never>(() => {}));
    await createWalletClient({ baseUrl, fetch, auth: { getAccessToken } }).config.get();
    expect(getAccessToken).not.toHaveBeenCalled();
    expect(sent[0]?.init.headers.has('authorization')).toBe(false);
  });

  test('whose token is refused is sent once more with a newer one', async () => {
    const { fetch, sent } = fakeServer(bad(401, '00004', 'sign in'), good(['ok']));
    const getAccessToken = async ({ rejected }: { rejected?: string } = {}) => (rejected === 'old' ? 'new' : 'old');
    expect(await createWalletClient({ baseUrl, fetch, auth: { getAccessToken } }).walletAccounts.list()).toEqual([
      'ok',
    ]);
    expect(sent.map(({ init }) => init.headers.get('authorization'))).toEqual(['Bearer old', 'Bearer new']);
  });

  test('refused for another reason is not sent again', async () => {
    const { fetch, sent } = fakeServer(bad(401, '00006', 'revoked'));
    const error = await caught(
      createWalletClient({ baseUrl, fetch, auth: { getAccessToken: async () => 'old' } }).user.getAuthUser(),
    );
    expect(error).toMatchObject({ errCode: '00006', errorName: 'SESSION_REVOKED', status: 401 });
    expect(sent).toHaveLength(1);
  });

  test('knows the server’s time from its answer', async () => {
    const { fetch } = fakeServer(good([]));
    const api = createWalletClient({ baseUrl, fetch });
    await api.walletAccounts.list();
    expect(Math.abs(api.serverTime().getTime() - Date.parse(at))).toBeLessThan(1000);
  });
});

describe('a failure', () => {
  test('of the server’s is typed, with its sentence and what is known beyond', async () => {
    const { fetch } = fakeServer(bad(429, '11005', 'Wait 30 seconds.', { availableAt: at, retryable: true }));
    const error = await caught(createWalletClient({ baseUrl, fetch }).mfa.sendSmsOtp({ challengeId: 'chl_1' }));
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).is('RESEND_TOO_SOON', 'CODE_LOCKED')).toBe(true);
    expect(error).toMatchObject({
      message: 'Wait 30 seconds.',
      operation: 'POST /mfa/send-sms-otp',
      details: { availableAt: at },
    });
  });

  test('with a code newer than this version keeps the code', async () => {
    const { fetch } = fakeServer(bad(409, '99999', 'New.'));
    const error = (await caught(createWalletClient({ baseUrl, fetch }).config.get())) as ApiError;
    expect([error.errCode, error.errorName]).toEqual(['99999', undefined]);
  });

  test.each([
    ['no connection', new TypeError('fetch failed')],
    [
      'a page instead of an envelope',
      new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } }),
    ],
    ['JSON that is no envelope', Response.json({ ok: true })],
  ])('of %s is a ConnectionError', async (_, answer) => {
    const { fetch } = fakeServer(answer);
    expect(await caught(createWalletClient({ baseUrl, fetch }).config.get())).toBeInstanceOf(ConnectionError);
  });

  test('to answer in time is a TimeoutError, and the timer does not outlive the call', async () => {
    vi.useFakeTimers();
    const { fetch } = fakeServer('never', good({}));
    const api = createWalletClient({ baseUrl, fetch });
    const failing = caught(api.config.get());
    await vi.advanceTimersByTimeAsync(50_000);
    expect(await failing).toBeInstanceOf(TimeoutError);
    await api.config.get();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  test('of a token provider that hangs is a TimeoutError too', async () => {
    vi.useFakeTimers();
    const auth = { getAccessToken: () => new Promise<never>(() => {}) };
    const failing = caught(createWalletClient({ baseUrl, auth, fetch: fakeServer().fetch }).walletAccounts.list());
    await vi.advanceTimersByTimeAsync(50_000);
    expect(await failing).toBeInstanceOf(TimeoutError);
    vi.useRealTimers();
  });

  test('by the caller’s own abort is the caller’s own reason', async () => {
    const { fetch } = fakeServer('never');
    const controller = new AbortController();
    const failing = caught(createWalletClient({ baseUrl, fetch }).config.get({ signal: controller.signal }));
    controller.abort('changed my mind');
    expect(await failing).toBe('changed my mind');
  });

  test('shows no token, body or query, however it is printed (control 34)', async () => {
    const { fetch } = fakeServer(bad(400, '00002', 'No.'), new TypeError('fetch failed'));
    const api = createWalletClient({ baseUrl, fetch, auth: { getAccessToken: async () => 'wat_secret' } });
    for (const failing of [api.walletAccounts.search({ filter: { currency: 'USD' } }), api.walletAccounts.list()]) {
      const error = await caught(Promise.resolve(failing));
      expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error) + String(error)).not.toMatch(
        /wat_secret|"USD"/,
      );
    }
  });
});

test('pages are fetched as they are reached, and no further', async () => {
  const page = (items: string[], nextCursor: string | null): Response =>
    good({ items, nextCursor, hasMore: nextCursor !== null });
  const { fetch, sent } = fakeServer(page(['a', 'b'], 'c1'), page(['c', 'd'], 'c2'));
  const seen: unknown[] = [];
  for await (const item of createWalletClient({ baseUrl, fetch }).walletAccounts.search({ size: 2 })) {
    seen.push(item);
    if (seen.length === 3) break;
  }
  expect(seen).toEqual(['a', 'b', 'c']);
  expect(sent.map(({ init }) => JSON.parse(String(init.body)) as unknown)).toEqual([
    { size: 2 },
    { size: 2, cursor: 'c1' },
  ]);
});

describe('an act', () => {
  const review = {
    intentId: 'int_01hqxyz0000000000000',
    blockers: [],
    sends: {},
    fees: [],
    receives: {},
    arrivesBy: at,
  };

  test('is reviewed by the same call without code or captcha', async () => {
    const { fetch, sent } = fakeServer(good(review));
    const answer = await createWalletClient({ baseUrl, fetch }).otc.review({ quoteId: 'quo_01hqxyz0000000000000' });
    expect(answer.intentId).toBe(review.intentId);
    expect(new URL(sent[0]?.url ?? '').search).toBe('?dryRun=true');
    expect(sent[0]?.init.headers.has('x-mfa')).toBe(false);
  });

  test('is done with its intent, its codes and its captcha', async () => {
    const { fetch, sent } = fakeServer(good({}));
    await createWalletClient({ baseUrl, fetch }).otc.submit(
      { quoteId: 'quo_01hqxyz0000000000000' },
      { intent: review, checks: [{ checkType: 1, code: '123456' }], captcha: 'token' },
    );
    expect(new URL(sent[0]?.url ?? '').search).toBe('?recaptchaToken=token');
    const header = sent[0]?.init.headers.get('x-mfa') ?? '';
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
      sceneType: 12,
      intentId: review.intentId,
      checks: [{ checkType: 1, code: '123456' }],
    });
  });

  test('with files is a form whose boundary the runtime chooses', async () => {
    const { fetch, sent } = fakeServer(good({ supportReference: 'FB-1' }));
    await createWalletClient({ baseUrl, fetch }).feedback.send({
      text: 'Clear.',
      attachments: [new Blob(['a']), new Blob(['b'])],
    });
    const form = sent[0]?.init.body as FormData;
    expect([form.get('text'), form.getAll('attachments').length, form.has('email')]).toEqual(['Clear.', 2, false]);
    expect(sent[0]?.init.headers.has('content-type')).toBe(false);
  });
});
