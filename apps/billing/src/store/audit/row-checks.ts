import { type RawBuilder, sql } from 'kysely';

/** The rows that checks look at, by their keys. */
export interface RowsToCheck {
  readonly chargeIds: readonly string[];
  readonly lineIds: readonly string[];
  readonly grantIds: readonly string[];
}

/** A query that returns one row, `difference`, for each row that contradicts another; every table is read by a key. */
type RowCheck = (rows: RowsToCheck) => RawBuilder<{ readonly difference: string }>;

/**
 * Checks of rows against the rows that belong to them. In each transaction they agree, so every snapshot will do.
 * Everything is looked up from the given keys, in laterals with `offset 0`: joined plainly, the planner starts from
 * whatever table is small by its statistics, and a step of 1,000 charges took over a second.
 */
export const rowChecks: Readonly<Record<string, RowCheck>> = {
  opening: ({ grantIds }) => sql`
    select format('grant %s: its amount is %s, it was opened with %s', g.id, g.amount, coalesce(e.amount, 0))
      as difference
    from grants g
    left join lateral (select amount from entries where grant_id = g.id and kind = 'granted' offset 0) e on true
    where g.id = any(${grantIds}::text[]) and g.amount is distinct from e.amount`,

  charge_amount: ({ chargeIds }) => sql`
    select format('charge %s: its amount is %s, its lines sum to %s', c.id, c.amount, coalesce(l.amount, 0))
      as difference
    from charges c
    cross join lateral (select sum(amount) as amount from charge_lines where charge_id = c.id) l
    where c.id = any(${chargeIds}::text[]) and c.amount is distinct from l.amount`,

  charge_refunded: ({ chargeIds }) => sql`
    select format('charge %s: %s is refunded, its refunds sum to %s', c.id, c.refunded, coalesce(r.amount, 0))
      as difference
    from charges c
    cross join lateral (
      select sum((select amount from refunds where line_id = l.line_id and charge_id = c.id)) as amount
      from charge_lines l where l.charge_id = c.id
    ) r
    where c.id = any(${chargeIds}::text[]) and c.refunded <> coalesce(r.amount, 0)`,

  line_paid: ({ lineIds }) => sql`
    select format('line %s: it costs %s, its entries took %s', l.line_id, l.amount, coalesce(e.amount, 0))
      as difference
    from charge_lines l
    cross join lateral (
      select -sum(amount) as amount from entries where line_id = l.line_id and kind = 'charged'
    ) e
    where l.line_id = any(${lineIds}::text[]) and l.amount <> coalesce(e.amount, 0)`,

  refund_paid: ({ lineIds }) => sql`
    select format('line %s: %s was refunded, its entries gave back %s', r.line_id, r.amount, coalesce(e.amount, 0))
      as difference
    from refunds r
    cross join lateral (
      select sum(amount) as amount from entries where line_id = r.line_id and kind = 'refunded'
    ) e
    where r.line_id = any(${lineIds}::text[]) and r.amount <> coalesce(e.amount, 0)`,

  refund_to_payer: ({ lineIds }) => sql`
    select format('line %s: grant %s got back %s and had paid %s', b.line_id, b.grant_id, b.amount,
      coalesce(-p.amount, 0)) as difference
    from entries b
    left join lateral (
      select amount from entries
      where line_id = b.line_id and grant_id = b.grant_id and kind = 'charged' offset 0
    ) p on true
    where b.line_id = any(${lineIds}::text[]) and b.kind = 'refunded' and b.amount is distinct from -p.amount`,

  refund_exists: ({ lineIds }) => sql`
    select format('line %s: its entries gave back credits, it has no refund', e.line_id) as difference
    from entries e
    left join lateral (select charge_id from refunds where line_id = e.line_id offset 0) r on true
    where e.line_id = any(${lineIds}::text[]) and e.kind = 'refunded' and r.charge_id is null`,

  tombstone: ({ lineIds }) => sql`
    select format('line %s: it was charged and is marked as refunded before', l.line_id) as difference
    from charge_lines l
    cross join lateral (select charge_id from refunds where line_id = l.line_id offset 0) r
    where l.line_id = any(${lineIds}::text[]) and r.charge_id is null`,

  payer: ({ lineIds }) => sql`
    select format('line %s: paid by grant %s of another account or site', e.line_id, e.grant_id) as difference
    from entries e
    cross join lateral (select charge_id from charge_lines where line_id = e.line_id offset 0) l
    cross join lateral (select account_id, site_id from charges where id = l.charge_id offset 0) c
    cross join lateral (select account_id, site_id from grants where id = e.grant_id offset 0) g
    where e.line_id = any(${lineIds}::text[]) and e.kind = 'charged'
      and (g.account_id, g.site_id) <> (c.account_id, c.site_id)`,
};
