import { type Kysely, sql } from 'kysely';
import type { Logger } from '../log/index.ts';
import { addReading, type ReadingMetrics } from '../metrics/index.ts';
import { isProcessing } from './conditions.ts';
import type { RecordTable } from './record-kind.ts';

/**
 * Registers, for each kind of records, how long the one that waits longest has been open: since it was inserted or opened
 * again, or since it last went on where it ends in parts. Read from the index that the sweeper reads, one row of each.
 * @param kinds by the name in the label `kind`
 */
export function measureOldest<DB>(
  { metrics, log }: { readonly metrics: ReadingMetrics; readonly log: Logger },
  db: Kysely<DB>,
  kinds: Readonly<Record<string, RecordTable>>,
): void {
  const ages = Object.entries(kinds).map(
    ([kind, { table, isOpen = isProcessing }]) => sql`
      select ${kind}::text as kind, coalesce((
        select extract(epoch from clock_timestamp() - updated_at)::float8 from ${sql.table(table)}
        where ${isOpen} order by updated_at, id limit 1), 0) as seconds`,
  );
  addReading(metrics, {
    name: 'records',
    log,
    gauges: {
      oldest: {
        name: 'record_oldest_open_age_seconds',
        help: 'How long the record that waits longest has been open, by kind; 0 when none is',
        labelNames: ['kind'],
      },
    },
    async read() {
      const { rows } = await sql<{ kind: string; seconds: number }>`
        ${sql.join(ages, sql` union all `)}`.execute(db);
      return { oldest: rows.map(({ kind, seconds }) => ({ labels: { kind }, value: seconds })) };
    },
  });
}
