import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { contract } from '../src/platform/contract/contract.ts';
import { startServer } from '../src/composition/server.ts';
import { readSettings } from '../src/composition/settings.ts';
import { createTestDatabase } from '../testing/databases.ts';
import {
  bearer,
  clientOf,
  createDatabase,
  createDemoDatabase,
  form,
  json,
  login,
  mei,
  type Node,
  seal,
  send,
  signIn,
  startNode,
  token,
} from '../testing/harness.ts';
import * as v from 'valibot';
import { parseJson } from '@wusd/server-kit/json';

// Controls that span several domains.

const somchai = { username: 'somchai@demo.example', password: mei.password };

test('wrong tries are counted across nodes and lock out no other device (control 5)', async () => {
  const database = await createDatabase();
  await using node = await startNode(database);
  await using other = await startNode(database);
  const device = 'pausing';
  for (const each of [node, other, node, other, node]) await login(each, { ...mei, password: 'wrong', device });
  expect((await login(other, { ...mei, device })).header.errCode).toBe('10001');
  // Wrong tries pause the device that sent them, not the account.
  expect((await login(other, { ...mei, device: 'own' })).status).toBe(200);
});

test('an access token ends with its session on every node, and a made-up token is refused (control 13)', async () => {
  const database = await createDatabase();
  await using node = await startNode(database);
  await using other = await startNode(database);
  const tokens = await signIn(node);
  const errCode = async (who: { access_token: string }) =>
    (await send(other, 'GET', '/wallet-account/list', bearer(who))).header.errCode;
  expect(await errCode(tokens)).toBe('00000');
  await send(node, 'POST', '/user/logout', bearer(tokens));
  expect(await errCode(tokens)).toBe('00004');
  for (const made of ['', 'x', tokens.refresh_token, 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1c3JfMSJ9.'])
    expect(await errCode({ access_token: made })).toBe('00004');
});

describe('declared properties (control 16)', () => {
  const closed = v.looseObject({ type: v.literal('object'), properties: v.looseObject({}) });
  type Schema = v.InferOutput<typeof closed>;
  function* objects(value: unknown, at: string): Generator<[string, Schema]> {
    if (typeof value !== 'object' || value === null) return;
    const schema = v.safeParse(closed, value);
    if (schema.success) yield [at, schema.output];
    for (const [key, inside] of Object.entries(value))
      if (!/^examples?$/.test(key)) yield* objects(inside, `${at}/${key}`);
  }

  test('are the only ones allowed: no schema is open', () => {
    const { paths, components } = contract;
    const open = [...objects(paths, 'paths'), ...objects(components.schemas, 'schemas')]
      .filter(([, { additionalProperties }]) => additionalProperties !== false)
      .map(([at]) => at);
    expect(open).toEqual([]);
  });

  test('are the only ones accepted in a request', async () => {
    await using node = await startNode(await createDemoDatabase());
    const request = json({ payCurrency: 'USD', receiveCurrency: 'WUSD', payAmount: '1.00', rate: '9' });
    expect(await send(node, 'POST', '/otc/get-otc-rate', request)).toMatchObject({
      status: 400,
      result: { field: '/body/rate', reasonCode: 'unknown-property' },
    });
  });
});

describe('limits (control 18)', () => {
  test('apply to bodies, pages and forms', async () => {
    await using node = await startNode(await createDemoDatabase());
    const { headers } = bearer(await signIn(node));
    const post = (path: string, body: unknown) =>
      send(node, 'POST', path, {
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect(await post('/wallet-account/search', { filter: { status: 'x'.repeat(70_000) } })).toMatchObject({
      status: 413,
    });
    expect(await post('/wallet-account/search', { size: 1000 })).toMatchObject({
      status: 400,
      result: { field: '/body/size' },
    });
    expect(
      await send(node, 'POST', '/user/login', form({ client_id: 'wusd-web', payload: 'x'.repeat(20_000) })),
    ).toMatchObject({ status: 400, result: { field: '/body/payload' } });
  });

  test('apply to the streams of each customer', async () => {
    await using node = await startNode(await createDemoDatabase());
    const tokens = await signIn(node);
    const stop = new AbortController();
    const open = () => fetch(`${node.baseUrl}/sse`, { ...bearer(tokens), signal: stop.signal });
    const statuses = [];
    for (let count = 0; count < 12; count += 1) statuses.push((await open()).status);
    expect(statuses.filter((status) => status === 429).length).toBe(2);
    const other = await fetch(`${node.baseUrl}/sse`, { ...bearer(await signIn(node, somchai)), signal: stop.signal });
    expect(other.status).toBe(200);
    stop.abort();
  });
});

test('no step is accepted before its prerequisite (control 19)', async () => {
  await using node = await startNode(await createDemoDatabase());
  const api = clientOf(node, await signIn(node));
  expect(await token(node, somchai, 'chl_00000000000000000000000000', { checkType: 2, code: '000000' })).toMatchObject({
    header: { errCode: '11004' },
  });
  const payload = await seal(await node.api.config.get(), { password: 'Tall-Ships-2026!' });
  await expect(node.api.password.reset({ resetToken: 'wpr_never-issued', payload })).rejects.toMatchObject({
    errorName: 'RESET_TOKEN_INVALID',
  });
  const precheckId = 'pre_01hqxyz0000000000000000000';
  await expect(api.contact.reviewPhoneChange({ phoneNumber: '+6598765432', precheckId })).rejects.toMatchObject({
    errorName: 'PRECHECK_INVALID',
  });
  await expect(api.contact.reviewEmailChange({ email: 'new@example.com', precheckId })).rejects.toMatchObject({
    errorName: 'PRECHECK_INVALID',
  });
  await expect(
    clientOf(node, await signIn(node, somchai)).mfa.reviewAuthenticatorBinding('000000'),
  ).rejects.toMatchObject({ status: 422 });
});

test('a page runs scripts only by its nonce and from its origin, is never cached, and allows no markup from text (control 29)', async () => {
  const webRoot = mkdtempSync(join(tmpdir(), 'wusd-web-'));
  writeFileSync(join(webRoot, 'index.html'), '<script nonce="__CSP_NONCE__"></script>');
  const settings = { ...readSettings({ PORT: '0' }), databaseUrl: await createTestDatabase(inject('postgresUrl')) };
  const server = await startServer({
    settings: { ...settings, masterKey: Buffer.alloc(32, 7) },
    dataFolder: tmpdir(),
    webRoot,
  });
  const load = async () => {
    const answer = await fetch(`${server.url}/wallet`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    return { answer, policy, nonce: /'nonce-([^']+)'/.exec(policy)?.[1], text: await answer.text() };
  };
  const [first, second] = [await load(), await load()];
  expect(first.text).toBe(`<script nonce="${first.nonce}"></script>`);
  expect(first.nonce).not.toBe(second.nonce);
  expect(first.policy).not.toMatch(/unsafe-|\*|http:/);
  for (const part of [
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ])
    expect(first.policy).toContain(part);
  expect(first.answer.headers.get('cache-control')).toBe('no-store');
  expect(first.answer.headers.get('x-content-type-options')).toBe('nosniff');
  await server.close();
});

test('log-out clears the browser’s cache and nothing that other tabs need (control 30)', async () => {
  await using node = await startNode(await createDemoDatabase());
  const { headers } = await send(node, 'POST', '/user/logout', bearer(await signIn(node)));
  expect(headers.get('clear-site-data')).toBe('"cache"');
});

describe('the address of a caller (control 31)', () => {
  const claim = async (node: Node, claims: string[]) => {
    const statuses = [];
    for (const claimed of claims)
      statuses.push(
        (
          await send(node, 'POST', '/user/freeze', {
            ...json({ freezeCode: 'AAAA-BBBB-CCCC' }),
            headers: { 'content-type': 'application/json', 'x-forwarded-for': claimed },
          })
        ).status,
      );
    return statuses;
  };
  const claims = Array.from({ length: 21 }, (_, index) => `203.0.113.${index}`);

  test('comes from the connection, not from a header', async () => {
    await using node = await startNode(await createDemoDatabase());
    expect((await claim(node, claims)).at(-1)).toBe(429);
  });

  test('comes from the entry that a trusted proxy adds', async () => {
    await using node = await startNode(await createDemoDatabase(), { trustedProxies: 1 });
    expect(await claim(node, claims)).not.toContain(429);
    // Entries that the caller wrote before the proxy added its own do not count.
    expect(
      (
        await claim(
          node,
          claims.map((claimed) => `${claimed}, 198.51.100.7`),
        )
      ).at(-1),
    ).toBe(429);
  });
});

test('a server without its database discloses no internals and authorizes no request (control 32)', async () => {
  await using node = await startNode(await createDemoDatabase());
  const tokens = await signIn(node);
  await node.server.services.db.destroy();
  const answer = await send(node, 'GET', '/wallet-account/list', bearer(tokens));
  expect(answer).toMatchObject({ status: 500, header: { success: false, errCode: '00001' } });
  expect(Object.keys(answer.result).toSorted()).toEqual(['errorName', 'nextAction', 'retryable', 'supportReference']);
  expect(JSON.stringify(answer.result)).not.toMatch(/kysely|postgres|driver| at /i);
  expect([...answer.headers.keys()].filter((name) => /server|powered|version/.test(name))).toEqual([]);
  expect((await fetch(`${node.server.url}/readyz`)).status).toBe(503);
});

test('installed packages have exact versions and a digest each (control 33)', () => {
  const root = join(import.meta.dirname, '../../..');
  const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  const resolutions = [...lock.matchAll(/^ {4}resolution: (.*)$/gm)].map(([, resolution]) => resolution ?? '');
  expect(resolutions.length).toBeGreaterThan(500);
  expect(resolutions.filter((resolution) => !resolution.startsWith('{integrity: sha512-'))).toEqual([]);
  const importers = /^importers:\n([\s\S]*?)^packages:/m.exec(lock)?.[1] ?? '';
  const folders = [...importers.matchAll(/^ {2}(\S+):$/gm)].map(([, folder]) => folder ?? '');
  expect(folders).toContain('apps/api');
  const dependencies = v.optional(v.record(v.string(), v.string()));
  for (const folder of folders) {
    const manifest = parseJson(
      v.object({ dependencies, devDependencies: dependencies, optionalDependencies: dependencies }),
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    );
    const versions = {
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    };
    expect(
      Object.entries(versions).filter(
        ([, version]) => !/^(\d+\.\d+\.\d+.*|workspace:.*|catalog:|npm:.+@\d+\.\d+\.\d+)$/.test(version),
      ),
      folder,
    ).toEqual([]);
  }
});
