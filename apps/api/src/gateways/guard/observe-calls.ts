import { metrics, SpanKind } from '@opentelemetry/api';
import { withSpan } from '@wusd/server-kit/telemetry/spans';
import { classifyFailure, type GatewayCall, GatewayError } from '../../platform/errors/gateway-error.ts';
import type { Breaker } from './breaker.ts';

const durationLimits = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/**
 * Records a span and a duration for each gateway call, and the states of the circuits.
 *
 * @param breakers breakers by gateway, for gateways that were called so far
 */
export function createCallObserver(breakers: () => ReadonlyMap<string, Breaker>) {
  const meter = metrics.getMeter('wusd');
  const durations = meter.createHistogram('wusd.gateway.call.duration', {
    description: 'Duration of calls to gateways',
    unit: 's',
    advice: { explicitBucketBoundaries: durationLimits },
  });
  meter
    .createObservableGauge('wusd.gateway.circuit.open', { description: '1 while calls to a gateway are suspended' })
    .addCallback((result) => {
      for (const [gateway, { state }] of breakers())
        result.observe(state === 'closed' ? 0 : 1, { 'wusd.gateway': gateway });
    });
  return async <T>({ gateway, operation }: GatewayCall, work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    const attributes = { 'wusd.gateway': gateway, 'wusd.operation': operation };
    let outcome = 'ok';
    try {
      return await withSpan(`${gateway} ${operation}`, { kind: SpanKind.CLIENT, attributes }, work);
    } catch (error) {
      outcome = error instanceof GatewayError ? error.reason : classifyFailure(error);
      throw error;
    } finally {
      durations.record((performance.now() - startedAt) / 1000, { ...attributes, 'wusd.outcome': outcome });
    }
  };
}
