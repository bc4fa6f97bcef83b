import { context, metrics, propagation, type Span, SpanKind } from '@opentelemetry/api';
import { contextOf, failSpan, tracer } from '@wusd/server-kit/telemetry/spans';
import { textField } from '@wusd/server-kit/errors/error-fields';
import type { FastifyInstance, FastifyRequest } from 'fastify';

interface Observed {
  startedAt: number;
  span: Span;
}

/** Bucket boundaries of the histogram in seconds, as OpenTelemetry recommends for HTTP. */
const durationLimits = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Returns the route pattern, e.g. `/api/otc/orders/:id`. Never the path, which contains ids. */
const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'none';

/**
 * Records a span and a duration for each call, by operation. Event streams have no duration metric; their hub counts
 * them. Attribute names follow OpenTelemetry's semantic conventions for HTTP servers.
 */
export function installHttpTelemetry(app: FastifyInstance): void {
  const durations = metrics.getMeter('wusd').createHistogram('http.server.request.duration', {
    description: 'Duration of calls',
    unit: 's',
    advice: { explicitBucketBoundaries: durationLimits },
  });
  const observed = new WeakMap<FastifyRequest, Observed>();
  const end = (request: FastifyRequest, status: number | 'aborted'): void => {
    const call = observed.get(request);
    if (!call) return;
    observed.delete(request);
    const { span, startedAt } = call;
    const isFailed = status === 'aborted' || status >= 500;
    const attributes = {
      'http.request.method': request.method,
      'http.route': routeOf(request),
      ...(status !== 'aborted' && { 'http.response.status_code': status }),
      ...(isFailed && { 'error.type': String(status) }),
    };
    span.setAttributes(attributes);
    if (isFailed) failSpan(span, String(status));
    span.end();
    const isStream = textField(request.routeOptions.schema ?? {}, 'operationId') === 'openEventStream';
    if (!isStream) durations.record((performance.now() - startedAt) / 1000, attributes);
  };

  app.addHook('onRequest', (request, _reply, done) => {
    const name = textField(request.routeOptions.schema ?? {}, 'operationId') ?? request.method;
    const parent = propagation.extract(context.active(), request.headers);
    const span = tracer().startSpan(name, { kind: SpanKind.SERVER }, parent);
    observed.set(request, { span, startedAt: performance.now() });
    context.with(contextOf(span, parent), done);
  });
  // The body arrives in events of the connection, outside of the call's context.
  app.addHook('preValidation', (request, _reply, done) => {
    const call = observed.get(request);
    if (call) context.with(contextOf(call.span), done);
    else done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    end(request, 'aborted');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    end(request, reply.statusCode);
    done();
  });
}
