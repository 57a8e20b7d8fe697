import { context, propagation, trace } from '@opentelemetry/api';
import { traceBy } from './span.ts';

interface TracingOptions {
  readonly service: string;
  /** Base URL of an OTLP collector (HTTP with JSON); null makes no spans. */
  readonly url: string | null;
  /** Of the traces that begin here; who sends a `traceparent` has decided for its own. */
  readonly sampledPercent: number;
}

/** A collector that is away or slow costs memory for so many spans, and the newest. */
const queueMax = 2_048;
const exportTimeoutMs = 5_000;

/**
 * Has spans made of requests, messages and statements, and sends them to a collector. The SDK is loaded only then.
 * @returns sends what is left, within five seconds
 */
export async function startTracing(options: TracingOptions): Promise<() => Promise<void>> {
  const { service, url, sampledPercent } = options;
  if (url === null) return async () => undefined;
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }, { AsyncLocalStorageContextManager }, core] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
    ]);
  const exporter = new OTLPTraceExporter({
    url: `${url.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: exportTimeoutMs,
  });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(sampledPercent / 100) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter, maxQueueSize: queueMax, exportTimeoutMillis: exportTimeoutMs }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  traceBy(provider.getTracer('redline'));
  return async () => {
    traceBy(null);
    // What a collector does not take by then is lost; that is no reason for a service to fail.
    await provider.shutdown().catch(() => undefined);
    trace.disable();
    context.disable();
    propagation.disable();
  };
}
