import { context, propagation, trace } from '@opentelemetry/api';
import { traceBy } from './span.ts';

interface TracingOptions {
  readonly service: string;
  /** Base URL of an OTLP collector (HTTP with JSON); null disables tracing. */
  readonly url: string | null;
  /** Share of the traces that begin here; one that another service began is sampled if that has sampled it. */
  readonly sampledPercent: number;
}

/** The maximum of buffered spans while the collector is down or slow; further ones are dropped. */
const queueMax = 2_048;
const exportTimeoutMs = 5_000;

/**
 * Starts tracing of requests, messages and statements, and exports spans to a collector. The SDK is loaded only if one is configured.
 * @returns a function that flushes buffered spans, within five seconds
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
    // Spans that cannot be exported are lost; that must not fail a service.
    await provider.shutdown().catch(() => undefined);
    trace.disable();
    context.disable();
    propagation.disable();
  };
}
