import type { Scope } from '@redline/contracts';
import { type RawBuilder, sql } from 'kysely';
import { type ChecksPage, type PageRange, readChecksPage } from './checks-page.ts';
import type { Db } from './tables.ts';
import { inScope } from './word-change.ts';

/**
 * One page of a scope's checks, newest first, and how many there are in all, of one moment.
 *
 * A page is cut out of the index before any record is read, from its nearer end, so the last page costs as little
 * as the first one; past the end it is not read (a condition without columns is tested once, before).
 */
export const listChecks = (db: Db, scope: Scope, range: PageRange): Promise<ChecksPage> =>
  readChecksPage(db, range, (among, known) => {
    const checks = sql`select id from text_checks where ${inScope(scope)} and deleted_at is null and ${among}
      and ${total} > ${range.offset}::bigint`;
    return sql`counted as materialized (
        select coalesce(sum(total), 0)::bigint as total from text_check_counts where ${inScope(scope)}
      ), page as materialized (
        ${pageOf(checks, range, known)}
      )`;
  });

const total = sql`(select total from counted)`;

function pageOf(checks: RawBuilder<unknown>, range: PageRange, known: number | undefined) {
  const isNearer = sql`${total} >= 2 * ${range.offset}::bigint`;
  if (known === undefined) return fromNewest(sql`${checks} and ${isNearer}`, range);
  return known >= 2 * range.offset ? fromNewest(checks, range) : fromOldest(checks, range);
}

const fromNewest = (checks: RawBuilder<unknown>, { offset, limit }: PageRange) => sql`
  ${checks}
  order by created_at desc, id desc
  offset ${offset}::bigint limit ${limit}::bigint`;

const fromOldest = (checks: RawBuilder<unknown>, { offset, limit }: PageRange) => sql`
  select id from (
    ${checks}
    order by created_at, id
    offset greatest(${total} - ${offset}::bigint - ${limit}::bigint, 0)
    limit least(${limit}::bigint, greatest(${total} - ${offset}::bigint, 0))) oldest
  -- Says to the planner how few there are: it cannot know what the limits above come to.
  limit ${limit}::bigint`;
