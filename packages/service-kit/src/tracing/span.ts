import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';

let tracer: Tracer | null = null;

/** Enables spans from now on. */
export function traceBy(next: Tracer | null): void {
  tracer = next;
}

export const isTracing = (): boolean => tracer !== null;

export interface SpanOptions {
  readonly kind: 'server' | 'client' | 'producer' | 'consumer';
  /** Must not have a text under check, a key or a signed URL: spans leave the system. */
  readonly attributes?: Attributes;
  /** W3C Trace Context header of the cause; the current span by default. */
  readonly parent?: string | undefined;
}

/** The same of work that somebody outside has asked for. */
export interface EdgeSpanOptions extends Omit<SpanOptions, 'parent'> {
  /** Trace Context header of the request. */
  readonly traceparent: string | undefined;
  /** Whether the span goes on with that trace. If not it begins one, which only names the other as a link. */
  readonly isTrusted: boolean;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/**
 * Runs work inside a span, which ends with it. Without tracing it only runs the work.
 * @throws errors of the work; the span has only the error's name, since its message may quote a text
 */
export function spanned<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  if (!tracer) return work();
  const { kind, attributes = {}, parent } = options;
  return tracer.startActiveSpan(name, { kind: kinds[kind], attributes }, contextOf(parent), async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Returns the header of the current span; undefined without tracing. */
export function currentTraceparent(): string | undefined {
  return tracer ? traceparentOf(context.active()) : undefined;
}

function traceparentOf(inner: Context): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(inner, carrier);
  return carrier.traceparent;
}

/** Returns the fields of a log line that name the current span. */
export function traceFields(): { traceId?: string } {
  const traceId = trace.getActiveSpan()?.spanContext().traceId;
  return traceId ? { traceId } : {};
}

/** Returns the field of a log line that names the trace of a message; none without tracing. */
export function traceField(traceparent: string | undefined): { traceId?: string } {
  const traceId = isTracing() ? traceparent?.split('-')[1] : undefined;
  return traceId ? { traceId } : {};
}

/**
 * Starts a span for work that no function encloses.
 * @returns the context to run the work in, the `traceparent` of the span, and a function that ends it
 */
export function beginSpan(
  name: string,
  { kind, attributes = {}, traceparent, isTrusted }: EdgeSpanOptions,
): {
  readonly inside: (work: () => void) => void;
  readonly traceparent: string | undefined;
  readonly end: (name: string, more: Attributes) => void;
} {
  const asked = contextOf(traceparent);
  const cause = isTrusted ? undefined : trace.getSpanContext(asked);
  const from = isTrusted ? asked : ROOT_CONTEXT;
  const links = cause ? [{ context: cause }] : [];
  const span = tracer?.startSpan(name, { kind: kinds[kind], attributes, links }, from);
  const inner = span ? trace.setSpan(from, span) : from;
  return {
    inside: (work) => context.with(inner, work),
    traceparent: traceparentOf(inner),
    end(finalName, more) {
      span?.updateName(finalName).setAttributes(more).end();
    },
  };
}

const contextOf = (parent: string | undefined): Context =>
  parent === undefined ? context.active() : propagation.extract(context.active(), { traceparent: parent });
