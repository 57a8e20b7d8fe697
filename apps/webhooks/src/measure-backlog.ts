import type { Logger } from '@redline/service-kit/log';
import { addReading, type ReadingMetrics } from '@redline/service-kit/metrics';
import { sql } from 'kysely';
import type { Db } from './store/tables.ts';

/** Registers how long the delivery that is due has waited: what no process takes, rather than what endpoints refuse. */
export function measureBacklog(
  { metrics, log }: { readonly metrics: ReadingMetrics; readonly log: Logger },
  db: Db,
): void {
  addReading(metrics, {
    name: 'deliveries',
    log,
    gauges: {
      overdue: {
        name: 'webhook_delivery_overdue_seconds',
        help: 'How long the delivery has been due that is due the longest; 0 when none is',
      },
    },
    async read() {
      const { rows } = await sql<{ seconds: number }>`
        select greatest(coalesce((
          select extract(epoch from clock_timestamp() - next_attempt_at)::float8 from webhook_deliveries
          where status = 'pending' order by next_attempt_at limit 1), 0), 0) as seconds`.execute(db);
      return { overdue: [{ value: rows[0]?.seconds ?? 0 }] };
    },
  });
}
