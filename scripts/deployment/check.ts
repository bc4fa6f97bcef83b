// Starts the release as described in deploy/compose.yaml, without containers, and restarts its nodes one by one during
// calls through the proxy. No call may fail. Also validates the other files with systemd, HAProxy and kubectl.
//
//   node scripts/deployment/check.ts [folder of an unpacked release]      without one, that of this commit
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { startMailServer } from '../../apps/api/testing/gateways.ts';
import { demoPassword } from '../../apps/api/src/sandbox/demo.ts';
import { createWalletClient } from '../../packages/api-sdk/dist/index.js';
import { createAuth } from '../../packages/auth-core/dist/index.js';
import { openEventStream } from '../../packages/auth-core/dist/sse/index.js';
import { buildRelease } from '../release/build.ts';
import { checkManifests, checkUnits } from './check-files.ts';
import { accepts, startTopology, type Topology, until } from './topology.ts';
import { beginCall, callUntil, keepStream, type StreamTally, type Tally } from './traffic.ts';

const root = join(import.meta.dirname, '../..');
const email = 'mei@demo.example';
const streams = 4;
const callers = 4;

/** Returns the tarball of this commit, reusing an existing one. */
function releaseOf(folder: string): string {
  const cached = globSync(join(root, '.cache/release/*.tar.gz'))[0];
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const isClean = git('status', '--porcelain', '--', 'apps', 'packages', 'deploy', 'scripts/release') === '';
  const unpack = (tarball: string): string => {
    execFileSync('tar', ['-xzf', tarball, '-C', folder]);
    return join(folder, globSync('wusd-wallet-*', { cwd: folder })[0] ?? '');
  };
  if (cached !== undefined && isClean) {
    const product = unpack(cached);
    if (readFileSync(join(product, 'VERSION'), 'utf8').includes(git('rev-parse', 'HEAD'))) return product;
    rmSync(product, { recursive: true });
  }
  return unpack(buildRelease(join(root, '.cache/release')));
}

/** The newest code in the mails that the test mail server received. */
function codeIn(mails: readonly { to: string; text: string }[]): string | undefined {
  return mails.findLast(({ to }) => to === email)?.text.match(/\b\d{6}\b/)?.[0];
}

async function checkEdge({ url, httpPort, certificate }: Topology): Promise<void> {
  const redirected = await fetch(`http://localhost:${httpPort}/home`, { redirect: 'manual' });
  assert.deepEqual(
    [redirected.status, redirected.headers.get('location')],
    [308, `https://localhost:${httpPort}/home`],
  );
  const page = await fetch(`${url}/home`);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /<html/);
  assert.match(page.headers.get('strict-transport-security') ?? '', /max-age=\d{8}/);
  const { port } = new URL(url);
  const negotiate = (options: object): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect({ port: Number(port), host: 'localhost', ca: certificate, ...options }, () => {
        resolve(`${socket.getProtocol()} ${socket.alpnProtocol}`);
        socket.destroy();
      }).once('error', () => resolve('refused'));
    });
  assert.equal(await negotiate({ ALPNProtocols: ['h2'] }), 'TLSv1.3 h2');
  assert.equal(await negotiate({ maxVersion: 'TLSv1.2' }), 'TLSv1.2 false');
  assert.equal(
    await negotiate({ minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' }),
    'refused',
  );
  console.log('The proxy: TLS 1.2 and 1.3, HTTP/2, a redirect from HTTP, and the header of the server against HTTP');
}

/** The signer must accept its clients' certificates and reject all others. */
async function checkSigner({ secrets, signerPort }: Topology): Promise<void> {
  const file = (name: string): Buffer => readFileSync(join(secrets, name));
  const ask = (client: object): Promise<number | string> =>
    new Promise((resolve) => {
      request(
        `https://localhost:${signerPort}/v1/keys`,
        { ca: file('signer-ca.pem'), agent: false, ...client },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        },
      )
        .once('error', () => resolve('refused'))
        .end();
    });
  assert.equal(await ask({ cert: file('client.pem'), key: file('client.key') }), 200);
  assert.equal(await ask({}), 'refused');
  assert.equal(await ask({ cert: file('signer.pem'), key: file('signer.key') }), 'refused');
  console.log('The signer: answers the certificate of the server, and no other');
}

/** Signs in with the SDK, using a code from a mail. */
async function signIn(baseUrl: string, mails: readonly { to: string; text: string }[]) {
  const auth = createAuth({ baseUrl });
  const api = createWalletClient({ baseUrl, auth });
  await auth.signIn({
    username: email,
    password: demoPassword,
    async mfa({ challengeId }) {
      await createWalletClient({ baseUrl }).mfa.sendEmailOtp({ challengeId });
      await until('a mail has come', async () => codeIn(mails) !== undefined);
      return { checkType: 2, code: codeIn(mails) ?? '' };
    },
  });
  assert.ok((await api.walletAccounts.list()).length > 0);
  return { auth, api };
}

async function openStreamsAt(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^wusd_event_streams_open(?:\{[^}]*\})? (\d+)/m.exec(text)?.[1] ?? 0);
}

/** Restarts the nodes one by one during calls, streams and slow calls. */
async function roll(topology: Topology, { auth, api }: Awaited<ReturnType<typeof signIn>>): Promise<void> {
  const { url, nodes, certificate } = topology;
  const stop = new AbortController();
  const tally: Tally = { calls: 0, failures: [], slowestMs: 0 };
  const streamTally: StreamTally = { open: 0, ended: 0, failures: [] };
  let resumed = 0;
  const expectStatus = async (
    path: string,
    init: RequestInit,
    isExpected: (status: number) => boolean,
  ): Promise<void> => {
    const answer = await fetch(url + path, init);
    await answer.arrayBuffer();
    if (!isExpected(answer.status)) throw new Error(`${init.method ?? 'GET'} ${path}: ${answer.status}`);
  };
  const calls = [
    async () => void (await api.walletAccounts.list()),
    () => expectStatus('/home', {}, (status) => status === 200),
    () => expectStatus('/api/config', {}, (status) => status === 200),
    () => expectStatus('/api/oauth2/token', { method: 'POST', body: new URLSearchParams() }, (status) => status < 500),
  ];
  const openStream = async (signal: AbortSignal): Promise<Response> =>
    fetch(`${url}/api/sse`, { signal, headers: { authorization: `Bearer ${await auth.getAccessToken()}` } });
  const followed = (async () => {
    const events = openEventStream(`${url}/api/sse`, { auth, signal: stop.signal, onOpen: () => (resumed += 1) });
    for await (const _ of events);
  })();
  const busy = [
    followed,
    ...Array.from({ length: callers }, () => callUntil(stop.signal, calls, tally)),
    ...Array.from({ length: streams }, () => keepStream(stop.signal, openStream, streamTally)),
  ];
  const openAt = async (): Promise<number[]> => Promise.all(nodes.map(({ metricsPort }) => openStreamsAt(metricsPort)));
  try {
    await until('all streams are open', async () => (await openAt()).reduce((sum, each) => sum + each) === streams + 1);
    console.log(`Event streams at the nodes: ${(await openAt()).join(' and ')}`);

    for (const node of nodes) {
      const others = nodes.filter((each) => each !== node);
      const slow = await Promise.all(
        Array.from({ length: 4 }, () => beginCall(Number(new URL(url).port), certificate)),
      );
      const stopped = node.stop();
      await until('the node has closed its port', async () => !(await accepts(node.port)));
      const answers = await Promise.all(slow.map(({ finish }) => finish()));
      for (const line of answers) assert.match(line, /^HTTP\/1\.1 4\d\d /);
      const { code, ms } = await stopped;
      assert.equal(code, 0, `${node.name} ended with ${code}`);
      await until('its streams are open at the other node', async () => {
        const open = await Promise.all(others.map(({ metricsPort }) => openStreamsAt(metricsPort)));
        return open.reduce((sum, each) => sum + each) === streams + 1;
      });
      console.log(`${node.name} stopped after ${(ms / 1000).toFixed(1)} s; its streams are at ${others[0]?.name}`);
      await node.start();
    }
  } finally {
    stop.abort();
    await Promise.allSettled(busy);
  }
  console.log(
    `${tally.calls} calls, ${tally.failures.length} failed, the slowest took ${tally.slowestMs.toFixed(0)} ms; ` +
      `${streamTally.ended} streams ended by their node, ${streamTally.failures.length} lost, ${streamTally.open} opened; ` +
      `the SDK's stream was opened ${resumed} times`,
  );
  assert.deepEqual([...new Set(tally.failures)], []);
  assert.deepEqual(streamTally.failures, []);
  assert.ok(streamTally.ended >= streams, 'Every stream was once at a node that stopped');
  assert.ok(resumed >= 2);
}

const folder = mkdtempSync(join(tmpdir(), 'wusd-deployment-'));
// Unprivileged accounts must be able to access the folder.
chmodSync(folder, 0o755);
const mails: { to: string; text: string }[] = [];
let topology: Topology | undefined;
const mail = await startMailServer((message) => mails.push(message));
try {
  mkdirSync(join(folder, 'unpacked'));
  const product = process.argv[2] ?? releaseOf(join(folder, 'unpacked'));
  checkUnits(product, join(folder, 'units'));
  checkManifests(product);

  const settings = {
    WUSD_SUPPORT_EMAIL: 'support@wusd.internal',
    WUSD_MAIL_FROM: 'WUSD Wallet <no-reply@wusd.internal>',
    WUSD_RECAPTCHA_KEY: 'site-key',
    WUSD_SMS_GATEWAY_URL: 'http://127.0.0.1:9',
    WUSD_SCREENING_URL: 'http://127.0.0.1:9',
    WUSD_CLAMD_URL: 'tcp://127.0.0.1:9',
  };
  const given = {
    'networks.json': '{}',
    'signer-networks.json': '{}',
    'policy.json': readFileSync(join(product, 'apps/signer/policy.example.json'), 'utf8'),
    'operators.json': '[]',
    'recaptcha-secret': 'secret-of-the-captcha',
    'smtp-url': `smtp://127.0.0.1:${mail.port}`,
    'sms-gateway-token': 'token-of-the-sms-gateway',
    'screening-token': 'token-of-the-screening',
  };
  topology = await startTopology(product, folder, settings, given);
  setDefaultCACertificates([...getCACertificates('default'), topology.certificate]);
  await checkEdge(topology);
  await checkSigner(topology);
  await roll(topology, await signIn(`${topology.url}/api`, mails));
  console.log('The deployment works, and no call failed while its nodes were replaced.');
} finally {
  await topology?.stop();
  mail.close();
  if (existsSync(folder)) rmSync(folder, { recursive: true });
}
