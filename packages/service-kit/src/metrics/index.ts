export type { Metrics } from './create-metrics.ts';
export declare function createMetrics(options: {
  readonly service: string;
}): import('./create-metrics.ts').Metrics;
