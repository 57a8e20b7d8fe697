export { startTracing, type TracingOptions } from './start-tracing.ts';
