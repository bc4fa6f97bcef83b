import { errors, languages } from '@wusd/api-sdk/domain';
import { formatMessage } from '@wusd/i18n/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../src/platform/contract/contract.ts';
import { bearer, createDemoDatabase, json, type Node, send, signIn, startNode } from '../testing/harness.ts';
import { optionallySecured } from '../src/platform/contract/operations.ts';

let node: Node;
beforeAll(async () => {
  node = await startNode(await createDemoDatabase());
});
afterAll(() => node[Symbol.asyncDispose]());

const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path: path.replaceAll(/\{\w+\}/g, 'x'),
    method: method.toUpperCase(),
    operation,
  })),
);

test('every operation exists, and none fails when called without input', async () => {
  for (const { method, path, operation } of operations) {
    if (operation.operationId === 'getOpenapi') continue;
    expect((await send(node, method, path)).status, path).toBeLessThan(500);
  }
});

test('the operations with an optional caller are those that accept a token but do not need one', () => {
  const optional = operations.filter(({ operation }) => operation.security?.some((scheme) => 'bearer' in scheme));
  expect(optional.map(({ operation }) => operation.operationId).toSorted()).toEqual([...optionallySecured]);
});

test('every secured operation refuses a caller without a token (control 17)', async () => {
  for (const { method, path, operation } of operations) {
    if (operation.security !== undefined) continue;
    expect(await send(node, method, path), path).toMatchObject({
      status: 401,
      header: { success: false, errCode: '00004' },
    });
  }
});

test('a scoped operation refuses a customer without the scope (control 17)', async () => {
  const corporate = await signIn(node, { username: 'harbour@demo.example', password: 'Demo-Wallet-2026!' });
  expect(await send(node, 'GET', '/wallet-account/list', bearer(corporate))).toMatchObject({
    status: 403,
    header: { errCode: '00005' },
  });
});

test('an amount as a JSON number answers 400 wherever an amount is accepted', async () => {
  const tokens = await signIn(node);
  const calls: [string, unknown, { headers?: Record<string, string> }][] = [
    ['/wallet-account/search', { filter: { minAvailable: 10 } }, bearer(tokens)],
    ['/otc/get-otc-rate', { payCurrency: 'USD', receiveCurrency: 'WUSD', payAmount: 0.30000000000000004 }, {}],
    [
      '/sandbox/events',
      { type: 'bank-credit', subjectId: 'mei@demo.example', money: { currency: 'USD', amount: 1 } },
      {},
    ],
  ];
  for (const [path, body, { headers = {} }] of calls) {
    const request = json(body);
    const answer = await send(node, 'POST', path, {
      ...request,
      headers: { ...request.headers, ...headers },
    });
    expect(answer, path).toMatchObject({
      status: 400,
      header: { errCode: '00002' },
      result: { reasonCode: 'amount-not-a-string' },
    });
  }
});

describe('bad input', () => {
  test.each([
    [
      'an unknown property',
      { payCurrency: 'USD', receiveCurrency: 'WUSD', payAmount: '1', extra: 1 },
      '/body/extra',
      'unknown-property',
    ],
    [
      'an unknown currency',
      { payCurrency: 'XXX', receiveCurrency: 'WUSD', payAmount: '1' },
      '/body/payCurrency',
      'not-one-of',
    ],
    ['a missing property', { receiveCurrency: 'WUSD', payAmount: '1' }, '/body/payCurrency', 'missing'],
    [
      'too many decimals',
      { payCurrency: 'USD', receiveCurrency: 'WUSD', payAmount: '1.001' },
      '/body/payAmount',
      'too-many-decimals',
    ],
    ['zero', { payCurrency: 'USD', receiveCurrency: 'WUSD', payAmount: '0.00' }, '/body/payAmount', 'not-above-zero'],
    [
      'an exponent',
      { payCurrency: 'USD', receiveCurrency: 'WUSD', payAmount: '1e3' },
      '/body/payAmount',
      'amount-not-a-string',
    ],
  ])('%s is reported by field and reason', async (_, body, field, reasonCode) => {
    expect(await send(node, 'POST', '/otc/get-otc-rate', json(body))).toMatchObject({
      status: 400,
      header: { errCode: '00002' },
      result: { field, reasonCode },
    });
  });

  test('broken JSON, a wrong content type and a body that is too large have their own errors', async () => {
    const headers = { 'content-type': 'application/json' };
    expect(await send(node, 'POST', '/otc/get-otc-rate', { headers, body: '{' })).toMatchObject({
      status: 400,
      header: { errCode: '00002' },
    });
    expect(
      await send(node, 'POST', '/otc/get-otc-rate', { headers: { 'content-type': 'application/xml' }, body: '<a/>' }),
    ).toMatchObject({ status: 415, header: { errCode: '00008' } });
    expect(await send(node, 'POST', '/user/login', json({}))).toMatchObject({ status: 415 });
    expect(
      await send(node, 'POST', '/otc/get-otc-rate', { headers, body: JSON.stringify('x'.repeat(70_000)) }),
    ).toMatchObject({ status: 413, header: { errCode: '00009' } });
    expect(await send(node, 'GET', '/nothing')).toMatchObject({ status: 404, header: { errCode: '00003' } });
  });
});

test('every error of the catalogue has a message in every language', () => {
  for (const { messageId } of Object.values(errors)) {
    if (messageId === '') continue;
    for (const language of languages)
      expect(
        formatMessage(language, messageId, { tries: 2, seconds: 2, minutes: 2, hours: 2, kind: 'money' }),
      ).not.toBe('');
  }
});

test('messages follow Accept-Language', async () => {
  const thai = await send(node, 'GET', '/nothing', { headers: { 'accept-language': 'th-TH' } });
  expect(thai.header.errMsg).toBe('ไม่พบสิ่งที่คุณต้องการ');
});

test('the served contract is the mounted contract', async () => {
  expect(await (await fetch(`${node.baseUrl}/openapi.json`)).json()).toEqual(contract);
});

test('every answer has the security headers, and a private answer has no-store (control 29)', async () => {
  const { headers } = await send(node, 'GET', '/config');
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'strict-transport-security': expect.stringContaining('max-age'),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
});

describe('a page of another origin (control 30)', () => {
  const preflight = {
    method: 'OPTIONS',
    headers: { origin: 'https://partner.example', 'access-control-request-method': 'GET' },
  };

  test('may not call when no origin is listed', async () => {
    const { headers } = await fetch(`${node.baseUrl}/config`, { headers: { origin: 'https://partner.example' } });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect((await fetch(`${node.baseUrl}/config`, preflight)).status).toBe(404);
  });

  test('may call without credentials when its origin is listed; other origins may not', async () => {
    await using listing = await startNode(await createDemoDatabase(), { allowedOrigins: ['https://partner.example'] });
    const allowed = await fetch(`${listing.baseUrl}/wallet-account/list`, preflight);
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'https://partner.example',
    ]);
    expect(allowed.headers.get('access-control-allow-headers')).toContain('x-mfa');
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
    const other = await fetch(`${listing.baseUrl}/config`, { headers: { origin: 'https://else.example' } });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });
});

test('the reference page is served in test mode and loads only from its own origin', async () => {
  const page = await fetch(`${node.baseUrl}/reference`);
  expect(page.headers.get('content-security-policy')).toMatch(
    /default-src 'none'; script-src 'self' 'nonce-[^']+'; style-src 'self' 'nonce-/,
  );
  const sources = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source);
  expect(sources).toEqual(['data:,', '/api/reference/redoc.js']);
  expect((await fetch(`${node.baseUrl}/reference/redoc.js`)).headers.get('content-type')).toMatch(/^text\/javascript/);
});
