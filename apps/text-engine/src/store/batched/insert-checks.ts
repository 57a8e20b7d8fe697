import type { Scope } from '@redline/contracts';
import { idsIn } from '@redline/service-kit/db';
import { sql } from 'kysely';
import type { Place } from '../../domain/place.ts';
import { countChecks } from '../check-counts.ts';
import { oldestInsertedId } from '../recent-checks.ts';
import type { Db } from '../tables.ts';

export interface NewCheck extends Place {
  readonly id: string;
  readonly scope: Scope;
  /** Milliseconds since 1970, by the clock of the database; past it nothing is inserted. */
  readonly deadlineMs: number;
  readonly text: string;
  readonly explainLocale: string;
  readonly autoFix: boolean;
  /** The batch that it is an item of; null of a single check. */
  readonly batchId: string | null;
}

/** `stored`: it is there, from now or from before; `too_late`: it is not, and the deadline has passed or its id is days old. */
export type Inserting = 'stored' | 'too_late';

/**
 * Inserts checks as `processing` and counts them, in one statement. It locks ids and then counts, each in their order,
 * so that two such statements wait for one another and never in a circle.
 * @returns what became of each, in their order
 */
export async function insertChecks(db: Db, checks: readonly NewCheck[]): Promise<Inserting[]> {
  const ids = checks.map(({ id }) => id);
  const { rows: asked } = await sql<{ position: number; stored: boolean }>`
    with asked as materialized (
      select *, clock_timestamp() < to_timestamp(deadline_ms / 1000) and id >= ${oldestInsertedId()} collate "C" as in_time
      from unnest(
        ${ids}::text[], ${checks.map(({ scope }) => scope.accountId)}::text[],
        ${checks.map(({ scope }) => scope.siteId)}::text[], ${checks.map(({ scope }) => scope.tenantId)}::text[],
        ${checks.map(({ deadlineMs }) => deadlineMs)}::float8[], ${checks.map(({ platform }) => platform)}::text[],
        ${checks.map(({ vertical }) => vertical)}::text[], ${checks.map((check) => check.productVertical)}::text[],
        ${checks.map(({ sceneMode }) => sceneMode)}::text[], ${checks.map(({ autoFix }) => autoFix)}::boolean[],
        ${checks.map((check) => check.explainLocale)}::text[], ${checks.map(({ text }) => text)}::text[],
        ${checks.map(({ batchId }) => batchId)}::text[]
      ) with ordinality
        as row (id, account_id, site_id, tenant_id, deadline_ms, platform, vertical, product_vertical, scene_mode,
          auto_fix, explain_locale, text, batch_id, position)
    ), inserted as (
      insert into text_checks
        (id, account_id, site_id, tenant_id, platform, vertical, product_vertical, scene_mode, auto_fix,
          explain_locale, text, batch_id)
      select id, account_id, site_id, tenant_id, platform, vertical, product_vertical, scene_mode, auto_fix,
        explain_locale, text, batch_id
      from asked where in_time order by id
      on conflict (id) do nothing
      returning account_id, site_id, tenant_id, product_vertical, platform
    ), counted as (
      ${countChecks('inserted', 1)}
    )
    select position, in_time or exists (
      select from text_checks known where known.id = asked.id and ${idsIn(ids, sql`known.id`)}) as stored
    from asked`.execute(db);
  // In time and not inserted means that a concurrent repeat has inserted it: this snapshot may be older than that.
  const stored = new Set(asked.filter((row) => row.stored).map(({ position }) => position));
  return checks.map((_, index) => (stored.has(index + 1) ? 'stored' : 'too_late'));
}
