import type { Scope, TextCheckFilter } from '@redline/contracts';
import { type RawBuilder, sql } from 'kysely';
import { type ChecksPage, type PageRange, readChecks, readChecksPage } from './checks-page.ts';
import { all } from './recent-checks.ts';
import type { Db } from './tables.ts';
import { inScope } from './word-change.ts';

export type FilteredPage = TextCheckFilter & PageRange;

/**
 * One page of the main site's checks of a scope that meet a filter, newest first, and how many there are, of one moment.
 *
 * Product line and platform cost nothing: each pair of them that the scope has is a stretch of the index, newest first,
 * and is counted by itself. A keyword is looked for in the newest texts of these stretches, and counted there.
 */
export const listFilteredChecks = (db: Db, scope: Scope, page: FilteredPage): Promise<ChecksPage> =>
  page.keyword
    ? readChecks(db, searched(scope, page, page.keyword), all)
    : readChecksPage(db, page, (among) => newest(scope, page, among));

/** The pairs of product line and platform that a filter leaves, with how many checks each has. */
const places = (scope: Scope, { productVertical, platform }: TextCheckFilter) => sql`
  places as materialized (
    select product_vertical, platform, sum(total)::bigint as total from text_check_counts
    where ${inScope(scope)} and product_vertical <> ''
      ${productVertical ? sql`and product_vertical = ${productVertical}` : sql``}
      ${platform ? sql`and platform = ${platform}` : sql``}
    group by product_vertical, platform
  )`;

/** A stretch of the index. */
const ofPlace = (scope: Scope) => sql`${inScope(scope)} and deleted_at is null
  and product_vertical = places.product_vertical and platform = places.platform`;

const newest = (scope: Scope, page: FilteredPage, among: RawBuilder<boolean>) => sql`
  ${places(scope, page)}, counted as (
    select coalesce(sum(total), 0)::bigint as total from places
  ), page as materialized (
    select newest.id from places cross join lateral (
      select id, created_at from text_checks where ${ofPlace(scope)} and ${among} and places.total > 0
      order by created_at desc, id desc limit ${page.offset}::bigint + ${page.limit}::bigint
    ) newest
    order by newest.created_at desc, newest.id desc offset ${page.offset}::bigint limit ${page.limit}::bigint
  )`;

/** Looking into a text of 500 characters takes 15 to 25 µs; a search ends within the time a gateway waits. */
export const searchedMax = 20_000;

const searched = (scope: Scope, page: FilteredPage, keyword: string) => sql`
  ${places(scope, page)}, oldest as materialized (
    select newest.created_at from places cross join lateral (
      select created_at from text_checks where ${ofPlace(scope)}
      order by created_at desc, id desc limit ${searchedMax}::bigint
    ) newest
    order by newest.created_at desc offset ${searchedMax - 1}::bigint limit 1
  ), found as materialized (
    select found.* from places cross join lateral (
      select id, created_at from text_checks where ${ofPlace(scope)}
        and created_at >= coalesce((select created_at from oldest), '-infinity') and ${holds(keyword)}
    ) found
  ), counted as (
    select count(*)::bigint as total from found
  ), page as materialized (
    select id from found order by created_at desc, id desc
    offset ${page.offset}::bigint limit ${page.limit}::bigint
  )`;

/**
 * Most Chinese keywords have no case, which is looked past by a regular expression that takes every sign for itself:
 * measured at 1.5 times the cost, where folding the text first took four times as long.
 */
const holds = (keyword: string) =>
  keyword.toLowerCase() === keyword.toUpperCase()
    ? sql`strpos(text, ${keyword}) > 0`
    : sql`text ~* ${`***=${keyword}`}`;
