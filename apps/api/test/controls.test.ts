import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare } from '@wusd/api-sdk/money';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { transact } from '../src/database/database.ts';
import { saveBankAccount } from '../src/domains/bank-accounts/accounts.ts';
import { saveAddress } from '../src/domains/blockchain-addresses/addresses.ts';
import { findCustomerByEmail } from '../src/domains/customers/customers.ts';
import { placeOrder } from '../src/domains/otc/place.ts';
import { settleOrders } from '../src/domains/otc/settle.ts';
import { findOffer, openQuote } from '../src/domains/otc/quotes.ts';
import { contract } from '../src/http/spec.ts';
import { startServer } from '../src/server.ts';
import { readSettings } from '../src/settings.ts';
import { createTestDatabase } from '../testing/databases.ts';
import { openWithdrawal } from '../src/domains/crypto/withdrawals.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import {
  bearer,
  clientOf,
  createDatabase,
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
  eventually,
  exportOf,
} from './harness.ts';

// Controls that belong to no one domain.

const somchai = { username: 'somchai@demo.example', password: mei.password };

test('wrong tries are counted on every node together, and lock nobody else out (control 5)', async () => {
  const database = await createDatabase();
  await using node = await startNode(database);
  await using other = await startNode(database);
  const device = 'pausing';
  for (const each of [node, other, node, other, node]) await login(each, { ...mei, password: 'wrong', device });
  expect((await login(other, { ...mei, device })).header.errCode).toBe('10001');
  // Whoever tried them has paused their own device, not the account.
  expect((await login(other, { ...mei, device: 'own' })).status).toBe(200);
});

test('an access token ends with its session, on whichever node, and is good for nothing made up (control 13)', async () => {
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

describe('what names an entity (control 15)', () => {
  /** For each operation whose path names something of a customer's: one of its own. A new operation needs its line. */
  /** A settled order. */
  async function orderOf(node: Node, own: Awaited<ReturnType<typeof signIn>>): Promise<string> {
    const { services } = node.server;
    const asked = { payCurrency: 'WUSD', receiveCurrency: 'USD', payAmount: '20.00' };
    const { id: customerId } = (await findCustomerByEmail(services.db, services.vault, mei.username)) ?? { id: '' };
    await eventually(async () => {
      const wusd = (await clientOf(node, own).walletAccounts.list()).find(({ currency }) => currency === 'WUSD');
      return compare(wusd?.available ?? '0', '20') > 0 ? true : undefined;
    });
    const quote = await openQuote(services, customerId, await findOffer(services, asked, customerId));
    const id = await transact(services.db, (trx) => placeOrder(trx, services, customerId, quote.id));
    await settleOrders(services);
    return id;
  }
  let saved = 0;
  async function addressOf({ server: { services } }: Node): Promise<string> {
    saved += 1;
    const number = saved;
    const { db, vault } = services;
    return transact(db, async (trx) => {
      const customer = await findCustomerByEmail(trx, vault, mei.username);
      if (!customer) throw new Error('No demo customer');
      const address = { label: `Cold ${number}`, address: simulatedAddress(3, 99n + BigInt(number)), networkId: 3 };
      return saveAddress(trx, services, customer, address);
    });
  }
  const bankAccount = {
    label: 'Own',
    beneficiaryName: 'Mei Tan',
    bankCode: '004',
    accountNumber: '123456789',
    bankName: 'HSBC',
    country: 'HK',
    currency: 'HKD',
    rail: 'FPS',
  } as const;
  async function bankAccountOf({ server: { services } }: Node): Promise<string> {
    saved += 1;
    const accountNumber = String(123_456_789 + saved);
    const { db, vault } = services;
    return transact(db, async (trx) => {
      const customer = await findCustomerByEmail(trx, vault, mei.username);
      if (!customer) throw new Error('No demo customer');
      return saveBankAccount(trx, services, customer, { ...bankAccount, accountNumber });
    });
  }
  async function withdrawalOf(node: Node, own: Awaited<ReturnType<typeof signIn>>): Promise<string> {
    await depositOf(node, own);
    const { services } = node.server;
    const addressId = await addressOf(node);
    return transact(services.db, async (trx) => {
      const customer = await findCustomerByEmail(trx, services.vault, mei.username);
      if (!customer) throw new Error('No demo customer');
      return openWithdrawal(trx, services, {
        customer,
        currency: 'WUSD',
        amount: 10n ** 18n,
        fee: 0n,
        destination: {
          id: addressId,
          networkId: 3,
          address: simulatedAddress(3, 99n),
          memo: null,
          payoutsFrom: new Date(services.clock.now().getTime() + 60_000),
        },
        confirmationsNeeded: 1,
      });
    });
  }
  function depositOf(node: Node, own: Awaited<ReturnType<typeof signIn>>): Promise<string> {
    const { cryptoTransactions } = clientOf(node, own);
    return eventually(
      async () => (await cryptoTransactions.search({ filter: { status: 'completed', currency: 'WUSD' } })).items[0]?.id,
    );
  }
  function wireOf(node: Node, own: Awaited<ReturnType<typeof signIn>>): Promise<string> {
    const { fiatTransactions } = clientOf(node, own);
    return eventually(async () => (await fiatTransactions.search({ filter: { status: 'completed' } })).items[0]?.id);
  }
  const owned: Record<string, (node: Node, own: Awaited<ReturnType<typeof signIn>>) => Promise<string>> = {
    deleteSession: async (node, own) => {
      const [current] = await clientOf(node, own).security.listSessions();
      return `/user/sessions/${current?.id}`;
    },
    getHistoryExport: exportOf,
    getHistoryExportFile: async (node, own) => `${await exportOf(node, own)}/file`,
    getOtc: async (node, own) => `/otc/${await orderOf(node, own)}`,
    cancelOtc: async (node, own) => `/otc/${await orderOf(node, own)}/cancel`,
    getOtcReceipt: async (node, own) => `/otc/receipt/${await orderOf(node, own)}`,
    getCryptoTransaction: async (node, own) => `/crypto-transaction/${await depositOf(node, own)}`,
    getCryptoReceipt: async (node, own) => `/crypto-transaction/receipt/${await depositOf(node, own)}`,
    cancelCryptoTransaction: async (node, own) => `/crypto-transaction/${await withdrawalOf(node, own)}/cancel`,
    getFiatTransaction: async (node, own) => `/fiat-transaction/${await wireOf(node, own)}`,
    getFiatReceipt: async (node, own) => `/fiat-transaction/receipt/${await wireOf(node, own)}`,
    cancelFiatTransaction: async (node, own) => `/fiat-transaction/${await wireOf(node, own)}/cancel`,
    getBankAccount: async (node) => `/bank-account/${await bankAccountOf(node)}`,
    deleteBankAccount: async (node) => `/bank-account/delete/${await bankAccountOf(node)}`,
    editBankAccount: async (node) => `/bank-account/${await bankAccountOf(node)}?dryRun=true`,
    setDefaultBankAccount: async (node) => `/bank-account/set-default/${await bankAccountOf(node)}`,
    deleteBlockchainAddress: async (node) => `/blockchain-address/${await addressOf(node)}`,
    getFeedbackAttachment: async (node, own) => {
      const file = new File(['%PDF-1.7'], 'a.pdf');
      const { supportReference } = await clientOf(node, own).feedback.send({ text: 'a', attachments: [file] });
      return `/feedback/${supportReference}/attachment/1`;
    },
  };

  let node: Node;
  let own: Awaited<ReturnType<typeof signIn>>;
  let thief: Awaited<ReturnType<typeof signIn>>;
  beforeAll(async () => {
    node = await startNode(await createDatabase());
    own = await signIn(node);
    thief = await signIn(node, somchai);
  });
  afterAll(() => node[Symbol.asyncDispose]());

  test('is tried for every operation that does', async () => {
    const named = Object.entries(contract.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => /\{(id|supportReference)\}/.test(path) && security === undefined)
        .map(([method, { operationId }]) => ({ path: path.replaceAll(/\{\w+\}/g, 'x'), method, operationId })),
    );
    for (const { path, method, operationId } of named) {
      const { status } = await send(node, method.toUpperCase(), path);
      expect({ operationId, isMounted: status !== 501 }).toEqual({ operationId, isMounted: operationId in owned });
    }
  });

  test.each(Object.keys(owned))('is not found by another customer: %s', async (operationId) => {
    const path = await owned[operationId]?.(node, own);
    const [method] =
      Object.values(contract.paths)
        .flatMap((methods) => Object.entries(methods))
        .find(([, operation]) => operation.operationId === operationId) ?? [];
    // What is asked with a body has one.
    const { headers } = bearer(thief);
    const init: RequestInit =
      operationId === 'editBankAccount'
        ? { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(bankAccount) }
        : { headers };
    expect(await send(node, method?.toUpperCase() ?? '', path ?? '', init)).toMatchObject({
      status: 404,
      header: { errCode: '00003' },
    });
  });
});

describe('only what is declared (control 16)', () => {
  type Schema = { type?: string; properties?: object; additionalProperties?: unknown };
  function* objects(value: unknown, at: string): Generator<[string, Schema]> {
    if (typeof value !== 'object' || value === null) return;
    const schema = value as Schema;
    if (schema.type === 'object' && schema.properties) yield [at, schema];
    for (const [key, inside] of Object.entries(value))
      if (!/^examples?$/.test(key)) yield* objects(inside, `${at}/${key}`);
  }

  test('goes in and comes out: no schema is open', () => {
    const { paths, components } = contract as unknown as { paths: object; components: { schemas: object } };
    const open = [...objects(paths, 'paths'), ...objects(components.schemas, 'schemas')]
      .filter(([, { additionalProperties }]) => additionalProperties !== false)
      .map(([at]) => at);
    expect(open).toEqual([]);
  });

  test('is read of a request', async () => {
    await using node = await startNode(await createDatabase());
    const request = json({ payCurrency: 'USD', receiveCurrency: 'WUSD', payAmount: '1.00', rate: '9' });
    expect(await send(node, 'POST', '/otc/get-otc-rate', request)).toMatchObject({
      status: 400,
      result: { field: '/body/rate', reasonCode: 'unknown-property' },
    });
  });
});

describe('limits (control 18)', () => {
  test('hold for bodies, pages and forms', async () => {
    await using node = await startNode(await createDatabase());
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

  test('hold for streams of one customer', async () => {
    await using node = await startNode(await createDatabase());
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

test('no step is taken before the one that it needs (control 19)', async () => {
  await using node = await startNode(await createDatabase());
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

test('a page runs by its own nonce, from its own origin, and is never kept; nothing makes markup of a text (control 29)', async () => {
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

test('log-out has the browser forget what it cached, and nothing that other tabs need (control 30)', async () => {
  await using node = await startNode(await createDatabase());
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

  test('is what it is, whatever a header claims', async () => {
    await using node = await startNode(await createDatabase());
    expect((await claim(node, claims)).at(-1)).toBe(429);
  });

  test('is what a trusted proxy says, of the hop it saw itself', async () => {
    await using node = await startNode(await createDatabase(), { trustedProxies: 1 });
    expect(await claim(node, claims)).not.toContain(429);
    // What the caller wrote before the proxy added its own is worth nothing.
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

test('a server without its database says nothing of itself, and lets nobody in (control 32)', async () => {
  await using node = await startNode(await createDatabase());
  const tokens = await signIn(node);
  await node.server.services.db.destroy();
  const answer = await send(node, 'GET', '/wallet-account/list', bearer(tokens));
  expect(answer).toMatchObject({ status: 500, header: { success: false, errCode: '00001' } });
  expect(Object.keys(answer.result).toSorted()).toEqual(['errorName', 'nextAction', 'retryable', 'supportReference']);
  expect(JSON.stringify(answer.result)).not.toMatch(/kysely|postgres|driver| at /i);
  expect([...answer.headers.keys()].filter((name) => /server|powered|version/.test(name))).toEqual([]);
  expect((await fetch(`${node.server.url}/readyz`)).status).toBe(503);
});

test('what is installed is what was looked at: exact versions, each with its digest (control 33)', () => {
  const root = join(import.meta.dirname, '../../..');
  const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  const resolutions = [...lock.matchAll(/^ {4}resolution: (.*)$/gm)].map(([, resolution]) => resolution ?? '');
  expect(resolutions.length).toBeGreaterThan(500);
  expect(resolutions.filter((resolution) => !resolution.startsWith('{integrity: sha512-'))).toEqual([]);
  const importers = /^importers:\n([\s\S]*?)^packages:/m.exec(lock)?.[1] ?? '';
  const folders = [...importers.matchAll(/^ {2}(\S+):$/gm)].map(([, folder]) => folder ?? '');
  expect(folders).toContain('apps/api');
  for (const folder of folders) {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Record<
      string,
      Record<string, string>
    >;
    const versions = {
      ...manifest['dependencies'],
      ...manifest['devDependencies'],
      ...manifest['optionalDependencies'],
    };
    expect(
      Object.entries(versions).filter(
        ([, version]) => !/^(\d+\.\d+\.\d+.*|workspace:.*|catalog:|npm:.+@\d+\.\d+\.\d+)$/.test(version),
      ),
      folder,
    ).toEqual([]);
  }
});
