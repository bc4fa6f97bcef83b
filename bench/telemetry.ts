import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, startTestPostgres } from '@wusd/api/testing/databases';
import { openSwapLane } from './over-http.ts';
import { median, table } from './table.ts';

const rounds = Number(process.env['TELEMETRY_ROUNDS'] ?? 7);

/** Measures the cost of metrics and traces: swaps a second of one node with both, with metrics only and with neither. */
export async function telemetry(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wusd-bench-'));
  const postgres = await startTestPostgres(folder, { isDurable: true });
  const collector = createServer((request, response) => request.resume().on('end', () => response.end('{}')));
  const port = await listen(collector);
  const withTraces = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
  const settings = {
    neither: {},
    'metrics alone': {},
    'metrics, and 1 trace in 10': { ...withTraces, OTEL_TRACES_SAMPLER_ARG: '0.1' },
    'metrics, and every trace': { ...withTraces, OTEL_TRACES_SAMPLER_ARG: '1' },
  };
  try {
    const lanes = [];
    for (const [name, env] of Object.entries(settings)) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other: each creates its customers
      const metrics = name === 'neither' ? {} : { WUSD_METRICS_PORT: String(await freePort()) };
      // oxlint-disable-next-line no-await-in-loop
      const lane = await openSwapLane(await createTestDatabase(postgres.url), { ...metrics, ...env });
      lanes.push({ name, lane, done: [] as number[] });
    }
    for (let round = 0; round < rounds; round += 1)
      // In turn, so that other load on the machine affects all lanes equally, and no lane is always first.
      for (const { lane, done } of [...lanes.slice(round % lanes.length), ...lanes.slice(0, round % lanes.length)]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, or they would measure each other
        const [submitted = 0] = Object.values(await lane.round());
        // The first round warms up.
        if (round > 0) done.push(submitted);
      }
    const plain = median(lanes[0]?.done ?? []);
    table(
      ['swaps submitted over HTTP', 'a second', 'from', 'to', 'of neither'],
      lanes.map(({ name, done }) => [
        name,
        ...[median(done), Math.min(...done), Math.max(...done)].map((each) => each.toFixed(0)),
        (median(done) / plain).toFixed(3),
      ]),
    );
    for (const { lane } of lanes)
      // oxlint-disable-next-line no-await-in-loop
      await lane.close();
  } finally {
    collector.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  return port;
}
