import { type RawBuilder, sql } from 'kysely';
import type { AuditSumsTable } from '../tables.ts';
import { utcMonth } from '../utc-month.ts';

export type SumKind = AuditSumsTable['kind'];
export const sumKinds: readonly SumKind[] = ['grant', 'usage', 'trial'];

/** Positions above `after`, up to `until`. */
export interface Range {
  readonly after: number;
  readonly until: number;
}

/** Builds the query of what the rows of a range add to the sums of a kind, by key: columns `key` and `amount`. */
type Changes = (range: Range) => RawBuilder<{ readonly key: string; readonly amount: number }>;

export const within = (column: string, { after, until }: Range): RawBuilder<boolean> =>
  sql`${sql.ref(column)} > ${after} and ${sql.ref(column)} <= ${until}`;

export const usageKey = sql`
  concat_ws('/', c.account_id, c.site_id, to_char(${utcMonth(sql`c.created_at`)}, 'YYYY-MM-DD'), l.usage_kind)`;
export const trialKey = sql`concat_ws('/', c.account_id, l.product_line)`;

/** Lines that were charged count one, those of them that were refunded one less. Laterals, as in `rowChecks`. */
const countedLines = (key: RawBuilder<unknown>, counted: RawBuilder<unknown>, range: Range) => sql<{
  key: string;
  amount: number;
}>`
  select key, sum(amount)::bigint as amount
  from (
    select ${key} as key, 1 as amount
    from charges c
    cross join lateral (select * from charge_lines where charge_id = c.id offset 0) l
    where ${within('c.position', range)} and ${counted}
    union all
    select ${key}, -1
    from refunds r
    cross join lateral (select * from charge_lines where line_id = r.line_id offset 0) l
    cross join lateral (select * from charges where id = l.charge_id offset 0) c
    where ${within('r.position', range)} and r.charge_id is not null and ${counted}
  ) change
  group by key`;

export const changes: Readonly<Record<SumKind, Changes>> = {
  grant: (range) => sql`
    select key, sum(amount)::bigint as amount
    from (
      select grant_id as key, amount from entries where ${within('position', range)}
      union all
      select id, 0 from grants where ${within('position', range)}
    ) change
    group by key`,
  usage: (range) => countedLines(usageKey, sql`l.usage_kind is not null`, range),
  trial: (range) => countedLines(trialKey, sql`l.is_trial`, range),
};
