import { type Attributes, type Context, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

// Attributes are names of ours: operations, queues, gateways, statements with placeholders. Messages of errors can quote values of customers,
// so that a span has the type of an error and nothing else of it.

export const tracer = () => trace.getTracer('wusd');

/** A name for an error, e.g. `GatewayError` or the SQLSTATE `40001`. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{2,40}$/.test(code) ? code : error.name;
}

export function failSpan(span: Span, errorType: string): void {
  span.setAttribute('error.type', errorType);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Runs work within a span of its own. */
export async function withSpan<T>(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {} }: { kind?: SpanKind; attributes?: Attributes },
  work: () => Promise<T>,
): Promise<T> {
  return tracer().startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      failSpan(span, errorTypeOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Ids of the current trace, for log lines. Empty outside of a trace that is recorded. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const span = trace.getActiveSpan();
  if (!span?.isRecording()) return {};
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}

/** The context in which a span is the current one. */
export const contextOf = (span: Span, parent: Context = context.active()): Context => trace.setSpan(parent, span);
