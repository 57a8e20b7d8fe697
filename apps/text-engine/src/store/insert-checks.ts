import type { Scope } from '@redline/contracts';
import { planAnew } from '@redline/service-kit/db';
import { sql } from 'kysely';
import type { Place } from '../domain/place.ts';
import { countChecks } from './check-counts.ts';
import type { Db } from './tables.ts';

export interface NewCheck extends Place {
  readonly id: string;
  readonly scope: Scope;
  /** Milliseconds since 1970, by the clock of the database; past it nothing is inserted. */
  readonly deadlineMs: number;
  readonly text: string;
  readonly explainLocale: string;
  readonly autoFix: boolean;
}

/** `stored`: it is there, from now or from before; `too_late`: it is not, and the deadline has passed. */
export type Inserting = 'stored' | 'too_late';

/**
 * Inserts checks as `processing` and counts them, in one statement. It locks ids and then counts, each in their order,
 * so that two such statements wait for one another and never in a circle.
 * @returns what became of each, in their order
 */
export async function insertChecks(db: Db, checks: readonly NewCheck[]): Promise<Inserting[]> {
  const rows = checks.map(
    ({ id, scope, ...check }, position) => sql`(
      ${position}::int, ${id}, ${scope.accountId}, ${scope.siteId}, ${scope.tenantId}, ${check.platform},
      ${check.vertical}, ${check.productVertical}, ${check.sceneMode}, ${check.autoFix}::boolean,
      ${check.explainLocale}, ${check.text},
      clock_timestamp() < to_timestamp(${check.deadlineMs}::float8 / 1000))`,
  );
  const { rows: asked } = await sql<{ position: number; stored: boolean }>`${planAnew}
    with asked (
      position, id, account_id, site_id, tenant_id, platform, vertical, product_vertical, scene_mode, auto_fix,
      explain_locale, text, in_time
    ) as materialized (values ${sql.join(rows)}), inserted as (
      insert into text_checks
        (id, account_id, site_id, tenant_id, platform, vertical, product_vertical, scene_mode, auto_fix,
          explain_locale, text)
      select id, account_id, site_id, tenant_id, platform, vertical, product_vertical, scene_mode, auto_fix,
        explain_locale, text
      from asked where in_time order by id
      on conflict (id) do nothing
      returning account_id, site_id, tenant_id, product_vertical, platform
    ), counted as (
      ${countChecks('inserted', 1)}
    )
    select position, in_time or exists (select from text_checks known where known.id = asked.id) as stored
    from asked`.execute(db);
  // In time and not inserted means that a concurrent repeat has inserted it: this snapshot may be older than that.
  const stored = new Set(asked.filter((row) => row.stored).map(({ position }) => position));
  return checks.map((_, position) => (stored.has(position) ? 'stored' : 'too_late'));
}
