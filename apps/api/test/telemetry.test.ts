import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from '@wusd/server-kit/testing/loopback';
import { startTelemetry } from '@wusd/server-kit/telemetry/start-telemetry';
import * as v from 'valibot';
import { afterAll, expect, test } from 'vitest';
import {
  bearer,
  createDemoDatabase,
  eventually,
  fundedDemoCustomer,
  mei,
  send,
  signIn,
  startNode,
} from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';
import { askWithdrawal, saveOldAddress } from '../testing/withdrawals.ts';
import { raiseAlert } from '../src/platform/alerts/alerts.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';

const attribute = v.object({ key: v.string(), value: v.looseObject({ stringValue: v.optional(v.string()) }) });
const spanSchema = v.object({
  name: v.string(),
  traceId: v.string(),
  spanId: v.string(),
  parentSpanId: v.optional(v.string()),
  attributes: v.array(attribute),
});
const exportSchema = v.object({
  resourceSpans: v.array(v.object({ scopeSpans: v.array(v.object({ spans: v.array(spanSchema) })) })),
});
type Span = v.InferOutput<typeof spanSchema>;

/** All exported data as text, to check for personal data. */
let exported = '';
const spans: Span[] = [];
/** A double of an OTLP collector. */
const take = async (request: IncomingMessage): Promise<void> => {
  const body = await json(request);
  exported += JSON.stringify(body);
  const { resourceSpans } = v.parse(exportSchema, body);
  spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans)));
};
const collector = createServer((request, response) => {
  take(request).then(
    () => response.end('{}'),
    () => response.destroy(),
  );
});
const unused = createServer();
const metricsPort = await listen(unused);
unused.close();
const stop = await startTelemetry('wusd-api', {
  metrics: { host: '127.0.0.1', port: metricsPort },
  collector: { url: `http://127.0.0.1:${await listen(collector)}`, headers: {} },
  traceRatio: 1,
});
const node = await startNode(await createDemoDatabase(), { sandboxPace: 'manual' });
afterAll(() => collector.close());

const traceId = 'ab'.repeat(16);
const readMetrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
const series = (text: string, name: string, ...labels: string[]): string[] =>
  text.split('\n').filter((line) => line.startsWith(`${name}{`) && labels.every((label) => line.includes(label)));

test('calls, statements, queues, gateways and money are measured and traced, without personal data (control 64)', async () => {
  const customerId = await fundedDemoCustomer(node);
  const tokens = await signIn(node);
  const address = simulatedAddress(3, 901n);
  const addressId = await saveOldAddress(node.server.services, customerId, 3, address);
  const withdrawalId = await askWithdrawal(node.server.services, { customerId, addressId, amount: '10' });
  const at = node.server.services.clock.now();
  const failed = { queue: 'payouts:base', attempts: 15, error: '{}', first_failed_at: at, last_failed_at: at };
  await node.server.services.db
    .insertInto('job_failure')
    .values([
      { ...failed, item: 'one', retry_at: at, dead_at: at },
      { ...failed, item: 'two', retry_at: new Date(at.getTime() + 60_000), dead_at: null },
    ])
    .execute();
  await raiseAlert(node.server.services, { kind: 'gateway-down', entityId: 'email' });
  await operatorOf(node.server.services)('record-reconciliation');
  const headers = { ...bearer(tokens).headers, traceparent: `00-${traceId}-${'cd'.repeat(8)}-01` };
  await send(node, 'GET', '/wallet-account/list', { headers });
  await send(node, 'POST', '/crypto-transaction/search', {
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ filter: { text: mei.username } }),
  });
  await send(node, 'GET', `/crypto-transaction/${withdrawalId}`, { headers });
  const metrics = await eventually(async () => {
    const text = await readMetrics();
    const isThere = series(text, 'wusd_transfers_open', 'kind="crypto"', 'direction="withdrawal"').length > 0;
    return isThere && series(text, 'wusd_queue_run_duration_count').length > 0 ? text : undefined;
  });
  await node[Symbol.asyncDispose]();
  await stop();

  const calls = series(metrics, 'http_server_request_duration_count');
  expect(calls.join('\n')).toMatch(/http_route="\/api\/wallet-account\/list".*http_response_status_code="200"/);
  for (const name of [
    'db_client_operation_duration_count',
    'db_client_connection_count',
    'wusd_gateway_call_duration_count',
    'wusd_transfers_open_amount',
    'wusd_transfers_oldest_age',
    'wusd_alerts_open',
    'wusd_reconciliation_differences',
    'wusd_reconciliation_age',
    'wusd_reconciliation_networks_not_compared',
  ])
    expect(metrics, name).toMatch(new RegExp(`^${name}[{ ]`, 'm'));

  // Every metric that the alerts and the dashboard query exists.
  const labels = new Set(['wusd_queue', 'wusd_gateway', 'wusd_operation', 'wusd_outcome', 'wusd_alert', 'wusd_api']);
  for (const file of ['alerts.rules.yaml', 'dashboard.json']) {
    const text = readFileSync(new URL(`../../../docs/operations/${file}`, import.meta.url), 'utf8');
    const asked = text.match(/\b(?:http_server_|db_client_|wusd_)[a-z_]+/g) ?? [];
    const isLabel = (name: string): boolean =>
      labels.has(name) || /^(db_client_connection_state|wusd_wallet)$/.test(name);
    for (const name of new Set(asked.filter((each) => !isLabel(each))))
      expect(
        metrics.includes(`\n# TYPE ${name.replace(/_(count|bucket)$/, '')} `) || metrics.includes(`\n# TYPE ${name} `),
        name,
      ).toBe(true);
  }

  const own = spans.filter((span) => span.traceId === traceId);
  const roots = own.filter(({ parentSpanId }) => parentSpanId === 'cd'.repeat(8));
  expect(roots.map(({ name }) => name).toSorted()).toEqual(
    ['listWalletAccounts', 'searchCryptoTransactions', 'getCryptoTransaction'].toSorted(),
  );
  // The body of a request arrives outside its async context. Its statements are still in its trace.
  for (const root of roots)
    expect(own.filter(({ parentSpanId, name }) => parentSpanId === root.spanId && name === 'select')).not.toEqual([]);
  expect(spans.some(({ name }) => name.startsWith('queue '))).toBe(true);

  const everything = `${exported}\n${metrics}`;
  for (const value of [
    mei.username,
    mei.password,
    mei.phone,
    customerId,
    withdrawalId,
    address,
    tokens.access_token,
    tokens.refresh_token,
    'Mei',
  ])
    expect(everything.includes(value), value).toBe(false);
});
