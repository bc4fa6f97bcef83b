import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { Network } from '@wusd/api-sdk/domain';
import { createCertificate } from '@wusd/server-kit/testing/certificates';
import { listen } from '@wusd/server-kit/testing/loopback';
import * as v from 'valibot';
import { afterAll, expect, inject, test } from 'vitest';
import { checkConnections } from '../src/composition/check-connections.ts';
import { readSettings, type Settings } from '../src/composition/settings.ts';
import type { ConnectionCheck } from '../src/domains/operations/results.ts';
import { createTestDatabase, databaseEnvironment } from '../testing/databases.ts';
import { startMailServer } from '../testing/gateways.ts';
import { runOperator } from '../testing/process.ts';
import { productionOnLoopback } from '../testing/production-settings.ts';
import { startSftpServer } from '../testing/sftp-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'wusd-check-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const ownerUrl = await createTestDatabase(inject('postgresUrl'));

/** A double of an EVM node that returns its chain id and its height. */
async function startNode(chainId: string): Promise<string> {
  const results: Record<string, string> = { eth_chainId: chainId, eth_blockNumber: '0x2a' };
  const call = v.object({ id: v.number(), method: v.string() });
  const answer = async (request: IncomingMessage): Promise<string> => {
    const body = await json(request);
    const calls = v.parse(v.array(call), [body].flat());
    const answers = calls.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: results[method] }));
    return JSON.stringify(Array.isArray(body) ? answers : answers[0]);
  };
  const server = createServer((request, response) => {
    answer(request).then(
      (text) => response.end(text),
      () => response.destroy(),
    );
  });
  const port = await listen(server);
  afterAll(() => server.close());
  return `http://127.0.0.1:${port}/token-of-the-provider`;
}
/** A double of clamd that returns the same verdict for every file. */
async function startClamd(verdict: string): Promise<Settings['clamd']> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (part: Buffer) => {
      if (part.subarray(-4).equals(Buffer.alloc(4))) socket.end(`${verdict}\0`);
    });
  });
  const port = await listen(server);
  afterAll(() => server.close());
  return { host: '127.0.0.1', port };
}
const account = { beneficiaryName: 'WUSD Wallet Pte Ltd', bankName: 'DBS Bank Ltd', accountNumber: '0720012345' };
const bank = { name: 'Bank', country: 'SG', account };
const evm = (nodes: [string, ...string[]]): Settings['networks'] => ({
  evm: {
    depositKey: '',
    networks: [
      {
        networkId: Network.Base,
        chainId: 8453,
        url: nodes[0],
        nodes,
        tokens: {},
        startBlock: 0,
        finalBlocks: 1,
        gas: 1,
        limits: { perPayout: '1', perDay: '1', maxFeeGwei: '1' },
      },
    ],
  },
});
const settings: Settings = {
  ...readSettings({ ...productionOnLoopback, ...databaseEnvironment(ownerUrl) }),
  smsGatewayUrl: undefined,
};
const none = Buffer.alloc(0);
const find = (checks: readonly ConnectionCheck[], subject: string): ConnectionCheck | undefined =>
  checks.find((each) => each.subject === subject);

const provider = createServer((_, response) => response.writeHead(405).end());
afterAll(() => provider.close());

test('working connections are reported with their details', async () => {
  const mail = await startMailServer(() => {});
  const sftp = await startSftpServer(folder);
  afterAll(() => {
    mail.close();
    sftp.close();
  });
  const privateKeyFile = join(folder, 'bank.key');
  writeFileSync(privateKeyFile, sftp.privateKey);
  const exchange = {
    sftp: { host: '127.0.0.1', port: sftp.port, username: 'wusd', privateKeyFile, hostKey: sftp.hostKey, root: '/' },
  };
  mkdirSync(join(folder, 'dbs'));
  const checks = await checkConnections({
    ...settings,
    recaptchaVerifyUrl: `http://127.0.0.1:${await listen(provider)}`,
    smtpUrl: `smtp://127.0.0.1:${mail.port}`,
    clamd: await startClamd('stream: Eicar-Test-Signature FOUND'),
    blobs: { kind: 'disk', folder: join(folder, 'blobs') },
    banks: [
      { ...bank, id: 'dbs', exchange: { folder: join(folder, 'dbs') } },
      { ...bank, id: 'lu', exchange },
    ],
    networks: evm([await startNode('0x2105')]),
  });
  expect(checks.filter(({ isOk }) => !isOk)).toEqual([]);
  expect(find(checks, 'Database, application')?.detail).toMatch(/^PostgreSQL \d+\.\d+ as wusd_api, without TLS$/);
  expect(checks.map(({ subject, detail }) => `${subject}: ${detail}`).slice(1)).toEqual([
    'Database, schema: up to date',
    "Database, clock: agrees with this machine's",
    'Database, read-only: reads only, as wusd_readonly',
    'Mail: the server accepts us; nothing was sent',
    'Captcha: answers (HTTP 405); its token was not tested',
    'Virus scanner: recognises the EICAR test file',
    'Storage of receipts: stores and returns a test object',
    'Bank dbs: its folder can be written; 0 files to read',
    'Bank lu: its host has the expected key; 0 files to read',
    'Base, node 1: of the right chain, at block 42',
  ]);
  expect(readdirSync(join(folder, 'dbs'))).toEqual([]);
});

test('failures are reported for each connection, without secrets', async () => {
  const sftp = await startSftpServer(folder);
  afterAll(() => sftp.close());
  const privateKeyFile = join(folder, 'bank.key');
  writeFileSync(privateKeyFile, sftp.privateKey);
  const exchange = {
    sftp: { host: '127.0.0.1', port: sftp.port, username: 'wusd', privateKeyFile, hostKey: 'another', root: '/' },
  };
  const checks = await checkConnections({
    ...settings,
    databaseUrl: ownerUrl,
    migratorDatabaseUrl: await createTestDatabase(inject('postgresUrl'), { isEmpty: true }),
    readOnlyDatabaseUrl: databaseEnvironment(ownerUrl)['DATABASE_URL'],
    smtpUrl: 'smtp://user:hunter2@127.0.0.1:9',
    screeningUrl: 'http://127.0.0.1:9',
    recaptchaVerifyUrl: 'http://127.0.0.1:9',
    signer: { url: 'https://127.0.0.1:9', ca: none, certificate: none, key: none },
    clamd: await startClamd('stream: OK'),
    blobs: { kind: 'disk', folder: '/dev/null/blobs' },
    banks: [
      { ...bank, id: 'dbs', exchange: { folder: join(folder, 'gone') } },
      { ...bank, id: 'lu', exchange },
    ],
    networks: evm([await startNode('0x1'), 'http://127.0.0.1:9/token-of-the-provider']),
  });
  const wrong: [string, RegExp][] = [
    ['Database, application', /^the role \w+ is a superuser/],
    ['Database, schema', /^lacks 0001_initial: npm run operator -- migrate$/],
    ['Database, read-only', /^the role wusd_api can write /],
    ['Mail', /ECONNREFUSED/],
    ['Screening', /^fetch failed/],
    ['Virus scanner', /^does not recognise the EICAR test file/],
    ['Storage of receipts', /ENOTDIR/],
    ['Captcha', /^fetch failed/],
    ['Bank dbs', /ENOENT/],
    ['Signer, our certificate', /PEM/],
    ['Signer, its certificate', /PEM/],
    ['Signer, key of evm', /PEM/],
    ['Bank lu', /verification failed/],
    ['Base, node 1', /^The node reports chain 1 instead of 8453$/],
    ['Base, node 2', /HTTP request failed/],
  ];
  for (const [subject, problem] of wrong) {
    expect(find(checks, subject)).toMatchObject({ subject, isOk: false, detail: expect.stringMatching(problem) });
  }
  expect(JSON.stringify(checks)).not.toMatch(/hunter2|token-of-the-provider/);
});

/** Expires on 2026-11-30. */
const expired = Buffer.from(`-----BEGIN CERTIFICATE-----
MIIBdzCCAR2gAwIBAgIUa7oWwT8Ang6Ze8Amx+AaTTnO5i8wCgYIKoZIzj0EAwIw
ETEPMA0GA1UEAwwGc2VydmVyMB4XDTI2MTEyOTAxMzQxM1oXDTI2MTEzMDAxMzQx
M1owETEPMA0GA1UEAwwGc2VydmVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
qxOh/ckXJRz8nwoP5iE6AKm8zX6ufIJ5OqISUusJ3pwlxxQtllHL/XfRqOZrkkxo
sd7vyoc+lpwBB/Vtca5zxKNTMFEwHQYDVR0OBBYEFKr35E6L89xRmbu4kROmNBwn
zA53MB8GA1UdIwQYMBaAFKr35E6L89xRmbu4kROmNBwnzA53MA8GA1UdEwEB/wQF
MAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAIYEKEhfKrYh+ubbNj0sx1KRawZoHZeW
Eapvx/tAiSSxAiBddIpkPANSykADzLRszmft9bMNu1wkOMEVw7XIq/mcLg==
-----END CERTIFICATE-----`);

test('certificates between this server and the signer that expire within a month are reported', async () => {
  const { certificate, key } = await createCertificate();
  const server = createTlsServer({ cert: certificate, key, ca: certificate, requestCert: true }, (_, response) =>
    response.end(),
  );
  afterAll(() => server.close());
  const signer = { url: `https://127.0.0.1:${await listen(server)}`, ca: certificate, certificate, key };
  const withoutGateways = { ...settings, mode: 'test', smtpUrl: undefined, clamd: undefined } as const;
  const good = await checkConnections({ ...withoutGateways, signer });
  for (const subject of ['Signer, its authority', 'Signer, our certificate', 'Signer, its certificate'])
    expect(find(good, subject)).toMatchObject({
      isOk: true,
      detail: expect.stringMatching(/^is valid until \d{4}-\d\d-\d\d$/),
    });
  const late = await checkConnections({ ...withoutGateways, signer: { ...signer, ca: expired, certificate: expired } });
  for (const subject of ['Signer, its authority', 'Signer, our certificate'])
    expect(find(late, subject)).toMatchObject({ isOk: false, detail: 'is valid until 2026-11-30 only: renew it' });
  // Another authority issued this certificate.
  expect(find(late, 'Signer, its certificate')).toMatchObject({ isOk: false });
});

test('a clock that differs from the database clock is reported', async () => {
  const now = Date.now;
  Date.now = () => now() + 60_000;
  try {
    const checks = await checkConnections({ ...settings, mode: 'test', smtpUrl: undefined, clamd: undefined });
    expect(find(checks, 'Database, clock')).toMatchObject({
      isOk: false,
      detail: expect.stringMatching(/differs .* ms/),
    });
  } finally {
    Date.now = now;
  }
});

test('operators run the check from the command line: failures set the exit code, production adds a checklist', async () => {
  const { code, out } = await runOperator(
    { databaseUrl: ownerUrl, env: { ...productionOnLoopback, WUSD_RECAPTCHA_VERIFY_URL: 'http://127.0.0.1:9' } },
    'check',
  );
  expect(code).toBe(1);
  expect(out).toMatch(/^ok +Database, schema +up to date$/m);
  expect(out).toMatch(/^FAILED +Mail +.*ECONNREFUSED/m);
  expect(out).toMatch(/\d of \d+ connections failed\.\n\nTo confirm by hand:\n- WUSD_MASTER_KEY/);
});
