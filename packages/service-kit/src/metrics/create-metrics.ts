import type { Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
}
