import { type Kysely, sql } from 'kysely';
import type { Logger } from '../log/index.ts';
import { addReading, type ReadingMetrics } from '../metrics/index.ts';
import type { OutboxTables } from './tables.ts';

/**
 * Registers the age of the oldest message that waits in the outbox, as the table has it: a relay that stands still, or
 * waits for NATS with the rows in its hands, does not make it younger.
 */
export function measureOutbox<DB extends OutboxTables>(
  metrics: ReadingMetrics,
  db: Kysely<DB>,
  log: Logger,
): void {
  addReading(metrics, {
    name: 'outbox',
    log,
    gauges: {
      lag: {
        name: 'outbox_lag_seconds',
        help: 'Age of the oldest message of the outbox that is not published; 0 when none waits',
      },
    },
    async read() {
      const { rows } = await sql<{ seconds: number }>`
        select extract(epoch from clock_timestamp() - created_at)::float8 as seconds
        from outbox order by position limit 1`.execute(db);
      return { lag: [{ value: rows[0]?.seconds ?? 0 }] };
    },
  });
}
