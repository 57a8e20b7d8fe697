import { Counter, Gauge, type Registry } from 'prom-client';

/** What the gateway counts beside what every service does. */
export interface GatewayMetrics {
  readonly submissions: Counter<'item' | 'end'>;
  readonly rateCountShared: Gauge;
}

export function createGatewayMetrics(registry: Registry): GatewayMetrics {
  const registers = [registry];
  const rateCountShared = new Gauge({
    name: 'gateway_rate_count_shared',
    help: '1 while requests are counted over all replicas, 0 while this one counts alone',
    registers,
  });
  rateCountShared.set(1);
  return {
    rateCountShared,
    submissions: new Counter({
      name: 'gateway_submissions_total',
      help: 'Submissions by how the saga ended',
      labelNames: ['item', 'end'],
      registers,
    }),
  };
}
