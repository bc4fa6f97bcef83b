import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClientOf } from '@wusd/api-sdk';
import { walletAccounts } from '@wusd/api-sdk/resources';
import axios from 'axios';
import ky from 'ky';
import createClient from 'openapi-fetch';
import { bundled, gzipped } from '../scripts/bundled.ts';
import { median, table } from './table.ts';

const body = JSON.stringify({
  header: { success: true, errCode: '00000', errMsg: '', serverTime: '2026-03-01T08:00:00.000Z' },
  result: [
    {
      id: 'wal_01hqxyz0000000000000',
      currency: 'WUSD',
      available: '1250.00',
      held: '0.00',
      pending: '0.00',
      updatedAt: '2026-03-01T07:59:00.000Z',
    },
  ],
});
const rounds = 41;
const timeoutMs = 50_000;

interface Paths {
  '/wallet-account/list': { get: { responses: { 200: { content: { 'application/json': unknown } } } } };
}

/** Measures the overhead of each client over raw `fetch`: time per call (medians of interleaved rounds) and bytes. */
export async function sdk(): Promise<void> {
  await sizes();
  await compare(
    'in process',
    'http://in-process.invalid/api',
    async (input, init) => {
      // Every fetch first creates a Request from its arguments (Fetch standard, 5.6).
      const { headers } = new Request(input, init);
      if (!headers.has('authorization')) throw new Error('A call without its token');
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    },
    400,
  );
  const server = createServer((_request, response) => response.setHeader('content-type', 'application/json').end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await compare('over loopback', `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, fetch, 60);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function compare(
  where: string,
  baseUrl: string,
  fetchImplementation: typeof fetch,
  calls: number,
): Promise<void> {
  const auth = { getAccessToken: async () => 'wat_benchmark' };
  const ours = createClientOf({ baseUrl, auth, fetch: fetchImplementation }, { walletAccounts });
  const theirs = createClient<Paths>({ baseUrl, fetch: (request) => fetchImplementation(request) });
  const headers = { authorization: 'Bearer wat_benchmark' };
  const kyClient = ky.create({ prefix: baseUrl, headers, fetch: fetchImplementation, retry: 0, timeout: timeoutMs });
  const axiosClient = axios.create({
    baseURL: baseUrl,
    headers,
    adapter: 'fetch',
    timeout: timeoutMs,
    env: { fetch: fetchImplementation, Request, Response: Response as never },
  });
  const clients: Record<string, () => Promise<unknown>> = {
    'raw fetch': async () => (await fetchImplementation(`${baseUrl}/wallet-account/list`, { headers })).json(),
    'raw fetch with a time limit': async () =>
      (
        await fetchImplementation(`${baseUrl}/wallet-account/list`, { headers, signal: AbortSignal.timeout(timeoutMs) })
      ).json(),
    'openapi-fetch': () => theirs.GET('/wallet-account/list', { headers }),
    'openapi-fetch with a time limit': () =>
      theirs.GET('/wallet-account/list', { headers, signal: AbortSignal.timeout(timeoutMs) }),
    '@wusd/api-sdk': () => ours.walletAccounts.list(),
    ky: () => kyClient.get('wallet-account/list').json(),
    axios: () => axiosClient.get('/wallet-account/list'),
  };
  const times = new Map<string, number[]>(Object.keys(clients).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, call] of Object.entries(clients)) {
      const start = process.hrtime.bigint();
      for (let count = 0; count < calls; count += 1) await call();
      times.get(name)?.push(Number(process.hrtime.bigint() - start) / 1000 / calls);
    }
  }
  const floor = median(times.get('raw fetch') ?? []);
  const rows = [...times].map(([name, measured]) => {
    const time = median(measured);
    return [name, time.toFixed(1), (time - floor).toFixed(1), (time / floor).toFixed(2)];
  });
  table([where, 'microseconds a call', 'added', 'of raw fetch'], rows);
}

/** Minified and gzipped, as a bundler leaves them. */
async function sizes(): Promise<void> {
  const sources = {
    'openapi-fetch': `export { default } from 'openapi-fetch'`,
    '@wusd/api-sdk, the core with it': `export { createClientOf, ApiError } from '@wusd/api-sdk'`,
    '@wusd/api-sdk, every resource': `export { createWalletClient } from '@wusd/api-sdk'`,
    ky: `export { default } from 'ky'`,
    axios: `export { default } from 'axios'`,
  };
  const rows: string[][] = [];
  let floor = 0;
  for (const [name, contents] of Object.entries(sources)) {
    const bytes = gzipped(await bundled(contents, import.meta.dirname));
    floor ||= bytes;
    rows.push([name, String(bytes), (bytes / floor).toFixed(2)]);
  }
  table(['size', 'bytes gzipped', 'of openapi-fetch'], rows);
}
