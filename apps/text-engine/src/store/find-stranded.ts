import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** A place in the order in which stranded checks are looked through. */
export interface StrandedCheck {
  readonly id: string;
  /** As Postgres writes it: the place must not lose digits. */
  readonly updatedAt: string;
}

export interface StrandedLimits {
  readonly neverTakenMs: number;
  readonly leaseEndedMs: number;
}

/** Where records lie that have attempts and leases. */
export type SweptTable = 'text_checks' | 'rewrites';

/** The two ways in which one can be without a worker, as conditions over its table. */
export const strandedConditions = {
  never_taken: ({ neverTakenMs }: StrandedLimits) =>
    sql<boolean>`attempt = 0 and updated_at < now() - ${neverTakenMs}::float8 * interval '1 ms'`,
  lease_ended: ({ leaseEndedMs }: StrandedLimits) =>
    sql<boolean>`attempt > 0 and lease_until < now() - ${leaseEndedMs}::float8 * interval '1 ms'`,
} as const;

export type Stranding = keyof typeof strandedConditions;

/** Records without a worker, oldest first, after a place; read from the index that holds only what is processing. */
export async function findStranded(
  db: Db,
  table: SweptTable,
  stranding: Stranding,
  limits: StrandedLimits,
  page: { readonly after: StrandedCheck | undefined; readonly limit: number },
): Promise<readonly StrandedCheck[]> {
  const { after, limit } = page;
  const beyond = after
    ? sql<boolean>`(updated_at, id) > (${after.updatedAt}::timestamptz, ${after.id})`
    : sql<boolean>`true`;
  const { rows } = await sql<StrandedCheck>`
    select id, updated_at::text as "updatedAt" from ${sql.table(table)}
    where status = 'processing' and ${strandedConditions[stranding](limits)} and ${beyond}
    order by updated_at, id limit ${limit}`.execute(db);
  return rows;
}
