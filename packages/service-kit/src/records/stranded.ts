import { type Kysely, type RawBuilder, sql } from 'kysely';

/** The reasons for which a sweeper fails a record: no job of it ever came; or its worker was lost, and its job too. */
export const sweepReasons = ['never_taken', 'lease_ended'] as const;
export type SweepReason = (typeof sweepReasons)[number];

/** A record without a worker; also a place in the order in which they are found. */
export interface StrandedRecord {
  readonly id: string;
  /** As Postgres writes it: the place must not lose digits. */
  readonly updatedAt: string;
}

export interface StrandedLimits {
  readonly neverTakenMs: number;
  readonly leaseEndedMs: number;
}

/**
 * The two ways in which a record can be without a worker, as conditions over its table. By the clock of the database,
 * like leases: clocks of replicas need not agree.
 */
export const strandedConditions = {
  never_taken: ({ neverTakenMs }: StrandedLimits) =>
    sql<boolean>`attempt = 0 and updated_at < now() - ${neverTakenMs}::float8 * interval '1 ms'`,
  lease_ended: ({ leaseEndedMs }: StrandedLimits) =>
    sql<boolean>`attempt > 0 and lease_until < now() - ${leaseEndedMs}::float8 * interval '1 ms'`,
} as const;

/** Returns records without a worker, oldest first, after a place. */
export async function findStranded<DB>(
  db: Kysely<DB>,
  { table, isOpen }: { readonly table: string; readonly isOpen: RawBuilder<boolean> },
  reason: SweepReason,
  limits: StrandedLimits,
  page: { readonly after: StrandedRecord | undefined; readonly limit: number },
): Promise<readonly StrandedRecord[]> {
  const { after, limit } = page;
  const beyond = after
    ? sql<boolean>`(updated_at, id) > (${after.updatedAt}::timestamptz, ${after.id})`
    : sql<boolean>`true`;
  const { rows } = await sql<StrandedRecord>`
    select id, updated_at::text as "updatedAt" from ${sql.table(table)}
    where ${isOpen} and ${strandedConditions[reason](limits)} and ${beyond}
    order by updated_at, id limit ${limit}`.execute(db);
  return rows;
}
