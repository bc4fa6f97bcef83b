import { metrics, SpanKind, trace } from '@opentelemetry/api';
import { errorTypeOf, failSpan, tracer } from '@wusd/server-kit/telemetry/spans';
import type { LogEvent } from 'kysely';
import type { Pool } from 'pg';

const durationLimits = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

/**
 * Records the duration of each statement, and a span if a trace is recorded. Statements contain placeholders instead
 * of values.
 *
 * @returns a function for Kysely's `log` option
 */
export function observeStatements(): (event: LogEvent) => void {
  const durations = metrics.getMeter('wusd').createHistogram('db.client.operation.duration', {
    description: 'Duration of statements',
    unit: 's',
    advice: { explicitBucketBoundaries: durationLimits },
  });
  return (event) => {
    const { sql } = event.query;
    const operation = /^\W*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? '';
    const error = event.level === 'error' ? { 'error.type': errorTypeOf(event.error) } : {};
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, ...error };
    durations.record(event.queryDurationMillis / 1000, attributes);
    if (trace.getActiveSpan()?.isRecording() !== true) return;
    const startTime = Date.now() - event.queryDurationMillis;
    const span = tracer().startSpan(operation, {
      kind: SpanKind.CLIENT,
      startTime,
      attributes: { ...attributes, 'db.query.text': sql },
    });
    if (event.level === 'error') failSpan(span, errorTypeOf(event.error));
    span.end();
  };
}

/** Records the connections of the pool and the calls that wait for one. */
export function observePool(pool: Pool): void {
  const meter = metrics.getMeter('wusd');
  const connections = meter.createObservableGauge('db.client.connection.count', {
    description: 'Connections to PostgreSQL',
  });
  const waiting = meter.createObservableGauge('db.client.connection.pending_requests', {
    description: 'Calls that wait for a connection',
  });
  connections.addCallback((result) => {
    result.observe(pool.idleCount, { 'db.client.connection.state': 'idle' });
    result.observe(pool.totalCount - pool.idleCount, { 'db.client.connection.state': 'used' });
  });
  waiting.addCallback((result) => result.observe(pool.waitingCount));
}
