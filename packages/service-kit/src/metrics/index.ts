export { createMetrics, type Metrics } from './create-metrics.ts';
export { exemplarOf } from './exemplar.ts';
export { renderMetrics } from './exposition.ts';
export type { PoolCounts } from './pool-gauges.ts';
export { addReading, type ReadingMetrics, type Sample, within } from './readings.ts';
