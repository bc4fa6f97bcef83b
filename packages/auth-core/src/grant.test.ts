import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { createBrowserKey, hashBrowserKey, signInActivated } from './activation.js';
import { createAuth } from './auth.js';
import { AuthConnectionError, AuthError } from './errors.js';
import type { SealingKey } from './seal.js';
import type { TabMessage, Tabs } from './tabs.js';

const person = { username: 'mei@example.com', password: 'correct horse battery' };
const tokens = { access_token: 'wat_secret', refresh_token: 'wrt_secret', expires_in: 900, rt_expires_in: 7200 };
const challenge = { challengeId: 'chl_1', checks: [{ checkType: 3, masked: '' }], expiresAt: '' };

let sealingKey: SealingKey;
let privateKey: CryptoKey;
beforeAll(async () => {
  const pair = await generateKeyPair('RSA-OAEP-256', { extractable: true });
  ({ privateKey } = pair);
  sealingKey = { ...(await exportJWK(pair.publicKey)), kid: 'k1' } as SealingKey;
});

const good = (result: unknown): Response =>
  Response.json({ header: { success: true, errCode: '00000', errMsg: '' }, result });
const bad = (status: number, errCode: string): Response =>
  Response.json({ header: { success: false, errCode, errMsg: 'No.' }, result: {} }, { status });

/** A server that sends prepared responses in order and records the requests. */
function setUp(...answers: (Response | Error)[]) {
  const sent: { url: string; init: RequestInit; form: Record<string, string> }[] = [];
  const heard: TabMessage[] = [];
  const fresh: boolean[] = [];
  const tabs: Tabs = { send: (message) => void heard.push(message), listen() {}, alone: (work) => work() };
  const auth = createAuth({
    baseUrl: 'https://wallet.example/api',
    tabs,
    async getConfig(options) {
      fresh.push(options.fresh);
      return { clientId: 'wusd-web', sealingKey };
    },
    fetch: (async (url: string, init: RequestInit) => {
      const answer = answers[sent.length] ?? new TypeError('fetch failed');
      const form = init.body instanceof FormData ? Object.fromEntries(init.body) : {};
      sent.push({ url, init, form: form as Record<string, string> });
      if (answer instanceof Error) throw answer;
      return answer;
    }) as typeof fetch,
  });
  return { auth, sent, heard, fresh };
}

const opened = async (payload: string | undefined): Promise<unknown> =>
  JSON.parse(new TextDecoder().decode((await compactDecrypt(payload ?? '', privateKey)).plaintext));
const unpacked = (sent: { init: RequestInit } | undefined): unknown =>
  JSON.parse(Buffer.from(new Headers(sent?.init.headers).get('x-mfa') ?? '', 'base64url').toString());

describe('the password grant', () => {
  test('encrypts the password, verifies the challenge, and sends neither again', async () => {
    const { auth, sent } = setUp(good(challenge), good(tokens), good(tokens));
    await auth.signIn({ ...person, mfa: async () => ({ checkType: 3, code: '123456' }) });
    expect(sent.map(({ url }) => url)).toEqual([
      'https://wallet.example/api/user/login',
      'https://wallet.example/api/auth/oauth2/token',
    ]);
    expect(await opened(sent[0]?.form['payload'])).toEqual(person);
    expect(sent[1]?.form).toMatchObject({
      grant_type: 'password',
      client_id: 'wusd-web',
      payload: sent[0]?.form['payload'],
    });
    expect(unpacked(sent[1])).toEqual({
      sceneType: 3,
      challengeId: 'chl_1',
      checks: [{ checkType: 3, code: '123456' }],
    });
    await auth.refresh();
    expect(sent[2]?.form).toEqual({ grant_type: 'refresh_token', client_id: 'wusd-web', refresh_token: 'wrt_secret' });
  });

  test('after an activation verifies its challenge with the secret of the browser and the password, without a code', async () => {
    const { auth, sent, heard, fresh } = setUp(bad(400, '10004'), good(tokens));
    await signInActivated(auth, person, { challengeId: 'chl_1', browserKey: 'secret' });
    expect(sent.map(({ url }) => url)).toEqual(Array(2).fill('https://wallet.example/api/auth/oauth2/token'));
    expect(fresh).toEqual([false, true]);
    expect(await opened(sent[1]?.form['payload'])).toEqual({ ...person, browserKey: 'secret' });
    expect(unpacked(sent[1])).toEqual({ sceneType: 3, challengeId: 'chl_1', checks: [] });
    expect(heard).toHaveLength(1);
    expect(await auth.isSignedIn()).toBe(true);
  });

  test('creates a browser secret of 256 random bits, whose hash is SHA-256 in base64url', async () => {
    const key = createBrowserKey();
    expect(Buffer.from(key, 'base64url')).toHaveLength(32);
    expect(createBrowserKey()).not.toBe(key);
    expect(await hashBrowserKey(key)).toBe(createHash('sha256').update(key).digest('base64url'));
  });

  test('accepts a recovery code instead of an authenticator code', async () => {
    const { auth, sent } = setUp(good(challenge), good(tokens));
    await auth.signIn({ ...person, mfa: async () => ({ checkType: 3, recoveryCode: '7H4K-2MPQ' }) });
    expect(unpacked(sent[1])).toMatchObject({ checks: [{ checkType: 3, recoveryCode: '7H4K-2MPQ' }] });
  });

  test('encrypts again once if the key of the server has changed', async () => {
    const { auth, fresh } = setUp(bad(400, '10004'), good(challenge), bad(400, '10004'));
    await auth.begin(person);
    expect(fresh).toEqual([false, true]);
    await expect(setUp(bad(400, '10004'), bad(400, '10004')).auth.begin(person)).rejects.toThrow(AuthError);
  });

  test('stays open after a wrong code', async () => {
    const { auth } = setUp(good(challenge), bad(422, '11001'), good(tokens));
    const pending = await auth.begin(person);
    await expect(pending.complete({ checkType: 3, code: '000000' })).rejects.toThrow(AuthError);
    await pending.complete({ checkType: 3, code: '123456' });
    expect(await auth.getAccessToken()).toBe('wat_secret');
  });
});

test('sends credentials only to their own origin and follows no redirect (control 35)', async () => {
  const { auth, sent } = setUp(good(challenge), good(tokens), good(tokens), good(null));
  await auth.signIn({ ...person, mfa: async () => ({ checkType: 3, code: '123456' }) });
  await auth.refresh();
  await auth.signOut();
  expect(sent).toHaveLength(4);
  for (const { url, init } of sent) {
    expect(new URL(url).origin).toBe('https://wallet.example');
    expect(init.redirect).toBe('error');
  }
});

test('exposes no password, code or token in a URL, an error, or a message to other tabs (control 34)', async () => {
  const failures = [
    bad(401, '10001'),
    new TypeError('fetch failed https://wallet.example/api?x=wrt_secret'),
    new Response('<html>'),
  ];
  const errors = await Promise.all(
    failures.map((failure) =>
      setUp(failure)
        .auth.begin(person)
        .catch((error: unknown) => error),
    ),
  );
  expect(errors.map((error) => (error as Error).constructor)).toEqual([
    AuthError,
    AuthConnectionError,
    AuthConnectionError,
  ]);

  const { auth, sent, heard } = setUp(good(challenge), good(tokens), good(tokens), bad(401, '12001'));
  await auth.signIn({ ...person, mfa: async () => ({ checkType: 3, code: '123456' }) });
  await auth.refresh();
  await auth.refresh();
  expect(heard).toEqual([{ generation: expect.any(Number) }, { generation: expect.any(Number), ended: 'expired' }]);
  const told = [
    ...errors.map((error) => inspect(error, { depth: 9, showHidden: true }) + String(error)),
    ...sent.map(({ url }) => url),
    JSON.stringify(heard),
  ];
  expect(told.join()).not.toMatch(/correct horse|123456|secret/);
});
