import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

export interface TelemetrySettings {
  /** Where Prometheus reads metrics, at `/metrics`. Undefined: nowhere. */
  metrics: { host: string; port: number } | undefined;
  /** An OTLP collector, which traces are sent to over HTTP, by its base URL. Undefined: no traces. */
  collector: { url: string; headers: Record<string, string> } | undefined;
  /** Share of traces that are recorded, from 0 to 1. */
  traceRatio: number;
}

/**
 * Registers OpenTelemetry for this process. Instruments that are created before it record nothing.
 *
 * @param service name of the process, e.g. `wusd-api`
 * @param random from 0 to 1, for which traces are recorded
 * @returns what sends the rest, and stops
 */
export async function startTelemetry(
  service: string,
  { metrics: endpoint, collector, traceRatio }: TelemetrySettings,
  random: () => number = Math.random,
): Promise<() => Promise<void>> {
  const resource = resourceFromAttributes({ 'service.name': service });
  const stops: (() => Promise<void>)[] = [];
  if (endpoint) {
    const prometheus = new PrometheusExporter({ ...endpoint, preventServerStart: true, withoutScopeInfo: true });
    const provider = new MeterProvider({ resource, readers: [prometheus] });
    await prometheus.startServer();
    metrics.setGlobalMeterProvider(provider);
    stops.push(() => provider.shutdown());
  }
  if (collector) {
    // By chance, and not by the id of the trace, which a client may have chosen.
    const chance: Sampler = {
      shouldSample: () => ({
        decision: random() < traceRatio ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
      }),
      toString: () => `chance of ${traceRatio}`,
    };
    const exporter = new OTLPTraceExporter({ url: `${collector.url}/v1/traces`, headers: collector.headers });
    const provider = new TracerProvider({
      resource,
      // A client may name a trace, and can't decide that it is recorded.
      sampler: new ParentBasedSampler({ root: chance, remoteParentSampled: chance, remoteParentNotSampled: chance }),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    trace.setGlobalTracerProvider(provider);
    stops.push(() => provider.shutdown());
  }
  return async () => {
    await Promise.allSettled(stops.map((stop) => stop()));
  };
}
