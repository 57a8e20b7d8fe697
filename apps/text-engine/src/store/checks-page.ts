import { type RawBuilder, sql } from 'kysely';
import type { ListedCheck } from '../domain/text-check.ts';
import { all, recent } from './recent-checks.ts';
import type { Db } from './tables.ts';

type Row = { readonly total: number } & (ListedCheck | { readonly id: null });

export interface PageRange {
  readonly offset: number;
  readonly limit: number;
}

export interface ChecksPage {
  /** Number of checks of the list, of which the page is a part. */
  readonly total: number;
  readonly checks: readonly ListedCheck[];
}

/**
 * Reads a page from the recent checks and, where these are too few, from all. Recent ones are in two or three partitions,
 * and each partition that is opened costs a part of a page.
 * @param queries CTEs named `counted`, with the `total`, and `page`, with the ids, among checks that meet a condition;
 *   `known` is the total as it was a moment before, undefined at first
 */
export async function readChecksPage(
  db: Db,
  { offset, limit }: PageRange,
  queries: (among: RawBuilder<boolean>, known?: number) => RawBuilder<unknown>,
): Promise<ChecksPage> {
  const isRecent = recent();
  const page = await readChecks(db, queries(isRecent), isRecent);
  const isWhole = page.checks.length === Math.min(limit, Math.max(0, page.total - offset));
  return isWhole ? page : readChecks(db, queries(all, page.total), all);
}

/** Reads the checks of `page`, which are among those that meet a condition, by the same CTEs. */
export async function readChecks(
  db: Db,
  queries: RawBuilder<unknown>,
  among: RawBuilder<boolean>,
): Promise<ChecksPage> {
  const { rows } = await sql<Row>`
    with ${queries}
    select counted.total, shown.*
    from counted left join (
      select id, status, platform, vertical, risk_level as "riskLevel", summary, fix_status as "fixStatus", failure_reason as "failureReason",
        created_at as "createdAt", left(text, 100) as beginning
      from page join (select * from text_checks where ${among}) listed using (id)
    ) shown on true
    order by "createdAt" desc, id desc`.execute(db);
  const isListed = (row: Row): row is { total: number } & ListedCheck => row.id !== null;
  return { total: rows[0]?.total ?? 0, checks: rows.filter(isListed) };
}
