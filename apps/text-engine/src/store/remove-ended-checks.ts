import { type RawBuilder, sql } from 'kysely';

/**
 * CTEs that remove checks that have ended, with their rewrites, whoever asks for it: the retention, or the erasure of an
 * account. What is processing, a check or its rewrite, is left out, and so is what somebody changes at the moment.
 * The last CTE is `removed`, with the rows that are no more; its counts and events are a matter of who asks.
 * @param which checks
 * @param limit of checks, those with the lowest ids
 */
export const removeEndedChecks = (which: RawBuilder<boolean>, limit: number): RawBuilder<unknown> => sql`
  ended as materialized (
    select id from text_checks
    where ${which} and status <> 'processing' and fix_status is distinct from 'processing'
    order by id limit ${limit}::bigint for update skip locked
  ), rewritten as (
    delete from rewrites using ended where rewrites.check_id = ended.id
  ), removed as (
    delete from text_checks using ended where text_checks.id = ended.id
    returning text_checks.id, account_id, site_id, tenant_id, product_vertical, platform, batch_id, deleted_at
  )`;
