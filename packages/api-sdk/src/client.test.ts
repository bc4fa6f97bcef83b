import { describe, expect, test, vi } from 'vitest';
import { at, bad, baseUrl, caught, fakeServer, good } from '../test/fake-server.js';
import { createClientOf } from './client-of.js';
import { createWalletClient } from './client.js';
import { ApiError, ConnectionError, TimeoutError } from './errors.js';
import { walletAccounts } from './resources/index.js';

describe('a call', () => {
  test('resolves with the unwrapped result', async () => {
    const { fetch, sent } = fakeServer(good([{ currency: 'WUSD' }]));
    expect(await createWalletClient({ baseUrl, fetch }).walletAccounts.list()).toEqual([{ currency: 'WUSD' }]);
    expect(sent[0]?.url).toBe('https://wallet.example/api/wallet-account/list');
  });

  test('also returns the response in its raw form, and is sent once', async () => {
    const { fetch, sent } = fakeServer(good(['ok']));
    const call = createWalletClient({ baseUrl, fetch }).walletAccounts.list();
    const { result, response } = await call.raw();
    expect([result, response.status, await call, sent.length]).toEqual([['ok'], 200, ['ok'], 1]);
  });

  test('returns an outcome in its safe form', async () => {
    const { fetch } = fakeServer(good(['ok']), bad(403, '00005', 'Not yours.'));
    const api = createWalletClient({ baseUrl, fetch });
    expect(await api.walletAccounts.list().safe()).toEqual({ ok: true, result: ['ok'] });
    expect(await api.walletAccounts.list().safe()).toMatchObject({
      ok: false,
      error: { errCode: '00005', errorName: 'SCOPE_MISSING', message: 'Not yours.' },
    });
  });

  test('does not cause an unhandled rejection in a form that is not awaited', async () => {
    const { fetch } = fakeServer(bad(403, '00005'), bad(403, '00005'));
    const api = createWalletClient({ baseUrl, fetch });
    await api.walletAccounts.list().safe();
    expect(await caught(api.walletAccounts.list().raw())).toBeInstanceOf(ApiError);
  });

  test('sends the token and the requested language', async () => {
    const { fetch, sent } = fakeServer(good([]));
    const auth = { getAccessToken: async () => 'wat_1' };
    await createWalletClient({ baseUrl, fetch, language: () => 'th-TH', auth }).walletAccounts.list();
    expect(sent[0]?.init.headers.get('authorization')).toBe('Bearer wat_1');
    expect(sent[0]?.init.headers.get('accept-language')).toBe('th-TH');
  });

  test('does not wait for a token if it is public', async () => {
    const { fetch, sent } = fakeServer(good({}));
    const getAccessToken = vi.fn(() => new Promise<never>(() => {}));
    await createWalletClient({ baseUrl, fetch, auth: { getAccessToken } }).config.get();
    expect(getAccessToken).not.toHaveBeenCalled();
    expect(sent[0]?.init.headers.has('authorization')).toBe(false);
  });

  test('is sent again with a newer token if the server rejects the first token', async () => {
    const { fetch, sent } = fakeServer(bad(401, '00004'), good(['ok']));
    const getAccessToken = async ({ rejected }: { rejected?: string } = {}) => (rejected === 'old' ? 'new' : 'old');
    const api = createWalletClient({ baseUrl, fetch, auth: { getAccessToken } });
    expect(await api.walletAccounts.list()).toEqual(['ok']);
    expect(sent.map(({ init }) => init.headers.get('authorization'))).toEqual(['Bearer old', 'Bearer new']);
  });

  test('is not sent again if the server rejects it for another reason', async () => {
    const { fetch, sent } = fakeServer(bad(401, '00006', 'revoked'));
    const api = createWalletClient({ baseUrl, fetch, auth: { getAccessToken: async () => 'old' } });
    expect(await caught(api.user.getAuthUser())).toMatchObject({ errorName: 'SESSION_REVOKED', status: 401 });
    expect(sent).toHaveLength(1);
  });

  test('does not follow redirects', async () => {
    const { fetch, sent } = fakeServer(
      new Response(null, { status: 302, headers: { location: 'https://else.example' } }),
    );
    const error = await caught(createWalletClient({ baseUrl, fetch }).config.get());
    expect(error).toMatchObject({ name: 'ConnectionError', status: 302 });
    expect(sent[0]?.init.redirect).toBe('manual');
  });

  test('updates the time of the server from the response', async () => {
    const { fetch } = fakeServer(good([]));
    const api = createWalletClient({ baseUrl, fetch });
    await api.walletAccounts.list();
    expect(Math.abs(api.serverTime().getTime() - Date.parse(at))).toBeLessThan(1000);
  });

  test('works the same in a client with chosen resources', async () => {
    const { fetch } = fakeServer(good(['ok']));
    const api = createClientOf({ baseUrl, fetch }, { walletAccounts });
    expect([await api.walletAccounts.list(), Object.keys(api)]).toEqual([['ok'], ['walletAccounts', 'serverTime']]);
  });
});

describe('a failure', () => {
  test('of the server is an ApiError with its message and details', async () => {
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

  test('with an unknown code keeps the code and the name', async () => {
    const { fetch } = fakeServer(bad(409, '99999', 'New.', { errorName: 'NEW_RULE' }));
    const error = (await caught(createWalletClient({ baseUrl, fetch }).config.get())) as ApiError;
    expect([error.errCode, error.errorName, error.is('NOT_FOUND')]).toEqual(['99999', 'NEW_RULE', false]);
  });

  test.each([
    ['no connection', () => new TypeError('fetch failed'), undefined],
    [
      'a page instead of an envelope',
      () => new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } }),
      502,
    ],
    ['JSON that is no envelope', () => Response.json({ ok: true }), 200],
    ['half an answer', () => new Response('{"header": {"succ', { status: 200 }), 200],
  ])('of %s is a ConnectionError', async (_, answer, status) => {
    const { fetch } = fakeServer(answer());
    const error = await caught(createWalletClient({ baseUrl, fetch, retries: 0 }).config.get());
    expect(error).toBeInstanceOf(ConnectionError);
    expect((error as ConnectionError).status).toBe(status);
  });

  test('to respond in time is a TimeoutError', async () => {
    const { fetch } = fakeServer('never');
    const error = await caught(createWalletClient({ baseUrl, fetch, timeoutMs: 1 }).config.get());
    expect(error).toBeInstanceOf(TimeoutError);
  });

  test('of a hanging token provider is a TimeoutError too', async () => {
    const auth = { getAccessToken: () => new Promise<never>(() => {}) };
    const api = createWalletClient({ baseUrl, auth, fetch: fakeServer().fetch });
    expect(await caught(api.walletAccounts.list({ timeoutMs: 1 }))).toBeInstanceOf(TimeoutError);
  });

  test('of a token provider to find a connection is a ConnectionError', async () => {
    const auth = { getAccessToken: () => Promise.reject(new TypeError('fetch failed')) };
    const api = createWalletClient({ baseUrl, auth, fetch: fakeServer().fetch, retries: 0 });
    expect(await caught(api.walletAccounts.list())).toMatchObject({
      name: 'ConnectionError',
      cause: { message: 'fetch failed' },
    });
  });

  test('by an abort of the caller is the reason of the caller, before and after sending', async () => {
    const { fetch, sent } = fakeServer('never');
    const controller = new AbortController();
    const api = createWalletClient({ baseUrl, fetch });
    const failing = caught(api.config.get({ signal: controller.signal }));
    controller.abort('changed my mind');
    expect(await failing).toBe('changed my mind');
    expect(await caught(api.config.get({ signal: controller.signal }))).toBe('changed my mind');
    expect(await caught(api.config.get({ signal: controller.signal }).safe())).toBe('changed my mind');
    expect(sent.length).toBeLessThanOrEqual(1);
  });

  test('shows no token, body or query, however it is printed (control 34)', async () => {
    const leaky = Object.assign(
      new TypeError('Failed to fetch https://wallet.example/api?recaptchaToken=secret-captcha'),
      {
        code: 'ECONNREFUSED',
        path: 'https://wallet.example/api?recaptchaToken=secret-captcha',
      },
    );
    const { fetch } = fakeServer(bad(400, '00002'), leaky);
    const auth = { getAccessToken: async () => 'wat_secret' };
    const api = createWalletClient({ baseUrl, fetch, auth, retries: 0 });
    const printed = (value: unknown): string =>
      value instanceof Error
        ? [
            String(value),
            value.stack,
            JSON.stringify(value),
            ...Object.values(value).map(printed),
            printed(value.cause),
          ].join()
        : JSON.stringify(value);
    const refused = printed(await caught(api.walletAccounts.search({ filter: { currency: 'USD' } })));
    const failed = printed(await caught(api.password.test('sealed-secret', { captcha: 'secret-captcha' })));
    expect(refused + failed).not.toMatch(/wat_secret|"USD"|secret-captcha|sealed-secret/);
    expect(failed).toContain('ECONNREFUSED');
  });
});
