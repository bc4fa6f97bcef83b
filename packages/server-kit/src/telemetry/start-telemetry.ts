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
  /** Address at which Prometheus reads `/metrics`. Undefined: disabled. */
  metrics: { host: string; port: number } | undefined;
  /** Base URL of an OTLP collector that receives traces over HTTP. Undefined: no traces. */
  collector: { url: string; headers: Record<string, string> } | undefined;
  /** Fraction of traces that are recorded, from 0 to 1. */
  traceRatio: number;
}

/**
 * Registers OpenTelemetry for this process. Instruments created before the call record nothing.
 *
 * @param service name of the process, e.g. `wusd-api`
 * @param random returns 0 to 1; decides which traces are recorded
 * @returns a function that sends the remaining data and stops
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
    // Sampled at random instead of by trace id, because a client may choose the id.
    const chance: Sampler = {
      shouldSample: () => ({
        decision: random() < traceRatio ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
      }),
      toString: () => `chance of ${traceRatio}`,
    };
    const exporter = new OTLPTraceExporter({ url: `${collector.url}/v1/traces`, headers: collector.headers });
    const provider = new TracerProvider({
      resource,
      // A client may choose a trace id, but can't force a trace to be recorded.
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
