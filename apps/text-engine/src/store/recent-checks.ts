import { firstIdAt } from '@redline/service-kit/ids';
import { type RawBuilder, sql } from 'kysely';

const dayMs = 86_400_000;

/**
 * A check is inserted so long after its id was made at most, whose time is that of its batch for an item of one: later it
 * is too late. So checks that were created lately are among those with late ids, and are found in few partitions.
 */
const insertedWithinMs = 7 * dayMs;
/** Age up to which checks are listed from the newest partitions alone. */
const recentMs = 7 * dayMs;
/** Clocks of gateways, engines and the database may differ by that. */
const clocksDifferMs = 3_600_000;

/** Returns the least id that may still be inserted. */
export const oldestInsertedId = (nowMs = Date.now()): string =>
  firstIdAt('text', nowMs - insertedWithinMs + clocksDifferMs);

/** Which checks a page is read from: all, or those that were created lately, as a condition that leads to their partitions. */
export const all: RawBuilder<boolean> = sql<boolean>`true`;
export const recent = (nowMs = Date.now()): RawBuilder<boolean> => {
  const fromMs = nowMs - recentMs;
  return sql<boolean>`id >= ${firstIdAt('text', fromMs - insertedWithinMs - clocksDifferMs)}
    and created_at >= to_timestamp(${fromMs}::float8 / 1000)`;
};
