import { expect, test, vi } from 'vitest';
import { createAuth } from './auth.js';
import {
  createPasskey,
  getAssertion,
  type PasskeyCreation,
  passkeyProblem,
  type PasskeyRequest,
  signInWithPasskey,
} from './passkey.js';

const request: PasskeyRequest = {
  challenge: 'AQID',
  rpId: 'wallet.example',
  allowCredentials: [{ type: 'public-key', id: 'BAUG', transports: ['internal'] }],
  userVerification: 'required',
  timeout: 300_000,
};
const bytes = (...values: number[]): ArrayBuffer => Uint8Array.from(values).buffer;
const answered = {
  id: 'BAUG',
  response: { clientDataJSON: bytes(1), authenticatorData: bytes(2), signature: bytes(3), userHandle: bytes(4) },
};
const assertion = { id: 'BAUG', clientDataJSON: 'AQ', authenticatorData: 'Ag', signature: 'Aw', userHandle: 'BA' };
const container = (answer: unknown) => ({ get: vi.fn(async () => answer as Credential | null) });

test('passes the options of the server to the browser, and returns base64url', async () => {
  const credentials = container(answered);
  const { signal } = new AbortController();
  expect(await getAssertion(request, { mediation: 'conditional', signal, credentials })).toEqual(assertion);
  expect(credentials.get).toHaveBeenCalledExactlyOnceWith({
    mediation: 'conditional',
    signal,
    publicKey: {
      ...request,
      challenge: Uint8Array.of(1, 2, 3),
      allowCredentials: [{ type: 'public-key', id: Uint8Array.of(4, 5, 6), transports: ['internal'] }],
    },
  });
});

test('rejects if the dialog returns nothing', async () => {
  await expect(getAssertion(request, { credentials: container(null) })).rejects.toMatchObject({
    name: 'NotAllowedError',
  });
});

test('signs in with a passkey: challenge, assertion, and tokens in the store', async () => {
  const calls: { path: string; fields: Record<string, unknown>; mfa: string | null }[] = [];
  const fetch = vi.fn(async (input: unknown, init?: RequestInit) => {
    const path = String(input);
    const body = init?.body instanceof FormData ? Object.fromEntries(init.body) : {};
    calls.push({ path, fields: body, mfa: new Headers(init?.headers).get('x-mfa') });
    const result = path.endsWith('/options')
      ? { challengeId: 'chl_1', options: { ...request, allowCredentials: [] } }
      : { access_token: 'wat_1', refresh_token: 'wrt_1', expires_in: 900, rt_expires_in: 7200 };
    return Response.json({ header: { success: true, errCode: '00000', errMsg: '' }, result });
  });
  const auth = createAuth({
    baseUrl: '/api',
    fetch,
    device: () => 'here',
    getConfig: async () => ({ clientId: 'wusd-web', sealingKey: { kty: 'RSA', n: '', e: '', kid: '' } }),
  });
  const events: string[] = [];
  auth.subscribe(({ type }) => events.push(type));
  await signInWithPasskey(auth, { credentials: container(answered) });
  expect(await auth.getAccessToken()).toBe('wat_1');
  expect(events).toEqual(['signed-in']);
  expect(calls.map(({ path, fields }) => ({ path, fields }))).toEqual([
    { path: '/api/auth/passkey/options', fields: { client_id: 'wusd-web', device: 'here' } },
    { path: '/api/auth/oauth2/token', fields: { grant_type: 'passkey', client_id: 'wusd-web', device: 'here' } },
  ]);
  expect(JSON.parse(atob((calls[1]?.mfa ?? '').replaceAll('-', '+').replaceAll('_', '/')))).toEqual({
    sceneType: 3,
    challengeId: 'chl_1',
    checks: [{ checkType: 4, assertion }],
  });
});

test('changes nothing if the customer declines', async () => {
  const auth = { startSession: vi.fn(async () => Promise.reject(new DOMException('', 'NotAllowedError'))) };
  await expect(signInWithPasskey(auth)).rejects.toMatchObject({ name: 'NotAllowedError' });
});

const creation: PasskeyCreation = {
  rp: { id: 'wallet.example', name: 'Wallet' },
  user: { id: 'BwgJ', name: 'mei@demo.example', displayName: 'Mei' },
  challenge: 'AQID',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  excludeCredentials: request.allowCredentials,
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
  timeout: 300_000,
};

test('creates a passkey with the options of the server, and excludes existing passkeys of the account', async () => {
  const response = { clientDataJSON: bytes(1), attestationObject: bytes(2), getTransports: () => ['internal'] };
  const create = vi.fn(async () => ({ id: 'BAUG', response }) as unknown as Credential);
  expect(await createPasskey(creation, { credentials: { create } })).toEqual({
    id: 'BAUG',
    clientDataJSON: 'AQ',
    attestationObject: 'Ag',
    transports: ['internal'],
  });
  expect(create).toHaveBeenCalledExactlyOnceWith({
    publicKey: {
      ...creation,
      challenge: Uint8Array.of(1, 2, 3),
      user: { ...creation.user, id: Uint8Array.of(7, 8, 9) },
      excludeCredentials: [{ type: 'public-key', id: Uint8Array.of(4, 5, 6), transports: ['internal'] }],
    },
  });
  await expect(createPasskey(creation, { credentials: { create: async () => null } })).rejects.toMatchObject({
    name: 'NotAllowedError',
  });
});

test.each([
  ['NotAllowedError', 'declined'],
  ['AbortError', 'declined'],
  ['InvalidStateError', 'exists'],
  ['OperationError', 'busy'],
  ['SecurityError', 'unavailable'],
  ['NotSupportedError', 'unavailable'],
])('reports %s of the browser as %s', (name, problem) => {
  expect(passkeyProblem(new DOMException('', name))).toBe(problem);
});

test('reports no passkey problem for an error of another origin', () => {
  expect(passkeyProblem(new Error('InvalidStateError'))).toBeUndefined();
});

test('reports passkeys as unavailable without the credentials API', async () => {
  vi.stubGlobal('navigator', {});
  const errors = await Promise.allSettled([getAssertion(request), createPasskey(creation)]);
  vi.unstubAllGlobals();
  expect(errors.map((settled) => settled.status === 'rejected' && passkeyProblem(settled.reason))).toEqual([
    'unavailable',
    'unavailable',
  ]);
});
