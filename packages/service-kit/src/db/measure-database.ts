import type { Kysely } from 'kysely';
import type { Logger } from '../log/index.ts';
import { addReading, type ReadingMetrics, within } from '../metrics/index.ts';
import { pingDb } from './ping-db.ts';

/** Below the limit of a reading, so that silence is a 0 and not an absence. */
const answerWithinMs = 1_500;

/** Registers whether the database answers the pool: `postgres_up`. */
export function measureDatabase<T>(metrics: ReadingMetrics, db: Kysely<T>, log: Logger): void {
  const answers = () =>
    within(pingDb(db), answerWithinMs).then(
      () => 1,
      () => 0,
    );
  addReading(metrics, {
    name: 'database',
    log,
    gauges: {
      up: { name: 'postgres_up', help: `1 while the database answers within ${answerWithinMs} ms, else 0` },
    },
    read: async () => ({ up: [{ value: await answers() }] }),
  });
}
