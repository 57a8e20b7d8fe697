import { Gauge, type Registry } from 'prom-client';

/** Connections of a pool now, as `pg` counts them. */
export interface PoolCounts {
  readonly total: number;
  readonly idle: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
  readonly max: number;
}

/**
 * Registers the gauges of database pools.
 * @returns a function that adds a pool under a name of its own
 */
export function createPoolGauges(registry: Registry): (pool: string, count: () => PoolCounts) => void {
  const pools = new Map<string, () => PoolCounts>();
  const gauge = (
    name: string,
    help: string,
    valuesOf: (counts: PoolCounts) => readonly (readonly [labels: { state?: string }, value: number])[],
    labelNames: readonly string[] = ['pool'],
  ) =>
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      collect() {
        for (const [pool, count] of pools) {
          for (const [labels, value] of valuesOf(count())) this.set({ pool, ...labels }, value);
        }
      },
    });
  gauge(
    'postgres_pool_connections',
    'Open database connections of this process, by state: idle or busy',
    ({ total, idle }) => [
      [{ state: 'idle' }, idle],
      [{ state: 'busy' }, total - idle],
    ],
    ['pool', 'state'],
  );
  gauge('postgres_pool_max_connections', 'Connections that the pool may open', ({ max }) => [[{}, max]]);
  gauge('postgres_pool_waiting', 'Statements that wait for a free connection', ({ waiting }) => [
    [{}, waiting],
  ]);
  return (pool, count) => pools.set(pool, count);
}
