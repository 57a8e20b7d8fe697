import {
  type Attributes,
  type Context,
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';

let tracer: Tracer | null = null;

/** Has spans made from now on; none are made before. */
export function traceBy(next: Tracer | null): void {
  tracer = next;
}

export const isTracing = (): boolean => tracer !== null;

export interface SpanOptions {
  readonly kind: 'server' | 'client' | 'producer' | 'consumer';
  /** Never a text under check, a key or a signed URL: they leave the house. */
  readonly attributes?: Attributes;
  /** W3C Trace Context header of who caused this; the span around the caller when left out. */
  readonly parent?: string | undefined;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/**
 * Does the work inside a span, which ends with it. Without tracing it only does the work.
 * @throws what the work throws; the span keeps the error's name alone, since its message may quote a text
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

/** The header that names the span around the caller; undefined without tracing. */
export function currentTraceparent(): string | undefined {
  if (!tracer) return undefined;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** What a log line says of the span it was written in. */
export function traceFields(): { traceId?: string } {
  const traceId = trace.getActiveSpan()?.spanContext().traceId;
  return traceId ? { traceId } : {};
}

/**
 * Begins a span that ends later, where no function encloses the work.
 * @returns the context to do the work in, and what ends the span
 */
export function beginSpan(
  name: string,
  { kind, attributes = {}, parent }: SpanOptions,
): { readonly inside: (work: () => void) => void; readonly end: (name: string, more: Attributes) => void } {
  const from = contextOf(parent);
  const span = tracer?.startSpan(name, { kind: kinds[kind], attributes }, from);
  const inner = span ? trace.setSpan(from, span) : from;
  return {
    inside: (work) => context.with(inner, work),
    end(finalName, more) {
      span?.updateName(finalName).setAttributes(more).end();
    },
  };
}

const contextOf = (parent: string | undefined): Context =>
  parent === undefined ? context.active() : propagation.extract(context.active(), { traceparent: parent });
