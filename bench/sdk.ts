import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWalletClient } from '@wusd/api-sdk';
import createClient from 'openapi-fetch';
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

interface Paths {
  '/wallet-account/list': { get: { responses: { 200: { content: { 'application/json': unknown } } } } };
}

/** Time that a client adds to a call over raw `fetch`: medians of interleaved rounds. */
export async function sdk(): Promise<void> {
  await compare(
    'in process',
    'http://in-process.invalid/api',
    async () => new Response(body, { headers: { 'content-type': 'application/json' } }),
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
  const ours = createWalletClient({ baseUrl, auth, fetch: fetchImplementation });
  const theirs = createClient<Paths>({ baseUrl, fetch: (request) => fetchImplementation(request) });
  const headers = { authorization: 'Bearer wat_benchmark' };
  const clients: Record<string, () => Promise<unknown>> = {
    'raw fetch': async () => (await fetchImplementation(`${baseUrl}/wallet-account/list`, { headers })).json(),
    'openapi-fetch': () => theirs.GET('/wallet-account/list', { headers }),
    '@wusd/api-sdk': () => ours.walletAccounts.list(),
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
