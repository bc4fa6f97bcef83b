import { createServer } from 'node:http';
import { context, propagation, type Span, SpanKind, trace } from '@opentelemetry/api';
import { expect, test } from 'vitest';
import { listen } from '../../testing/loopback.ts';
import { createEnvironmentReader } from '../environment.ts';
import { createLogger } from '../logging.ts';
import { contextOf, errorTypeOf, tracer, withSpan } from './spans.ts';
import { startTelemetry } from './start-telemetry.ts';
import { readTelemetrySettings, telemetrySettings } from './telemetry-settings.ts';

const read = (env: NodeJS.ProcessEnv) => {
  const reader = createEnvironmentReader(env, telemetrySettings);
  return { settings: readTelemetrySettings(reader), problems: reader.problems };
};

test('records nothing unless telemetry is configured', () => {
  expect(read({})).toEqual({ settings: { metrics: undefined, collector: undefined, traceRatio: 0.1 }, problems: [] });
  expect(
    read({
      WUSD_METRICS_PORT: '9464',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer a=b, x-tenant=wusd',
      OTEL_TRACES_SAMPLER_ARG: '0.5',
    }).settings,
  ).toEqual({
    metrics: { host: '127.0.0.1', port: 9464 },
    collector: { url: 'http://collector:4318', headers: { authorization: 'Bearer a=b', 'x-tenant': 'wusd' } },
    traceRatio: 0.5,
  });
  expect(read({ OTEL_TRACES_SAMPLER_ARG: 'all' }).problems[0]).toContain('must be from 0 to 1');
});

test('names an error by its code or type, never by its message (control 64)', () => {
  expect(errorTypeOf(Object.assign(new Error('mei@demo.example'), { code: '23505' }))).toBe('23505');
  expect(errorTypeOf(Object.assign(new TypeError('x'), { code: 'mei@demo.example' }))).toBe('TypeError');
  expect(errorTypeOf('mei@demo.example')).toBe('string');
});

test('a client can set the id of a trace but not have it recorded: the configured ratio decides (control 64)', async () => {
  const received: string[] = [];
  let drawn = 0.1;
  const collector = createServer((request, response) => {
    received.push(request.url ?? '');
    request.resume();
    response.end('{}');
  });
  const stop = await startTelemetry(
    'test',
    {
      metrics: undefined,
      collector: { url: `http://127.0.0.1:${await listen(collector)}`, headers: {} },
      traceRatio: 0.1,
    },
    () => drawn,
  );
  const spanOf = (traceId: string, flags: '00' | '01'): Span => {
    const parent = propagation.extract(context.active(), { traceparent: `00-${traceId}-${'cd'.repeat(8)}-${flags}` });
    return tracer().startSpan('call', { kind: SpanKind.SERVER }, parent);
  };
  // These include ids that a sampler by id would always record.
  for (const traceId of [`${'0'.repeat(31)}1`, 'ab'.repeat(16), 'f'.repeat(32)])
    for (const flags of ['00', '01'] as const) {
      drawn = 0.1;
      const span = spanOf(traceId, flags);
      expect([span.isRecording(), span.spanContext().traceId]).toEqual([false, traceId]);
      drawn = 0.09;
      expect(spanOf(traceId, flags).isRecording()).toBe(true);
    }
  drawn = 0.1;
  const span = spanOf('ab'.repeat(16), '01');
  const lines: string[] = [];
  const log = createLogger({ mode: 'production' }, { write: (line) => void lines.push(line) });
  await context.with(contextOf(span), () =>
    withSpan('child', {}, async () => {
      expect(trace.getActiveSpan()?.isRecording()).toBe(false);
      log.info('not traced');
    }),
  );
  span.end();
  await stop();
  collector.close();
  expect(received).toEqual([]);
  expect(lines[0]).not.toContain('trace_id');
});
