/** Queries that return one row, `difference`, for each difference from the entries. */
export const auditChecks: readonly string[] = [
  `select format('grant %s: remaining is %s, its entries sum to %s', g.id, g.remaining, coalesce(e.amount, 0))
      as difference
    from grants g
    left join (select grant_id, sum(amount) as amount from entries group by grant_id) e on e.grant_id = g.id
    where g.remaining <> coalesce(e.amount, 0)`,

  `select format('grant %s: its amount is %s, it was opened with %s', g.id, g.amount, coalesce(e.amount, 0))
      as difference
    from grants g left join entries e on e.grant_id = g.id and e.kind = 'granted'
    where g.amount is distinct from e.amount`,

  `select format('charge %s: its amount is %s, its lines sum to %s', c.id, c.amount, coalesce(l.amount, 0))
      as difference
    from charges c
    left join (select charge_id, sum(amount) as amount from charge_lines group by charge_id) l
      on l.charge_id = c.id
    where c.amount is distinct from l.amount`,

  `select format('charge %s: %s is refunded, its refunds sum to %s', c.id, c.refunded, coalesce(r.amount, 0))
      as difference
    from charges c
    left join (select charge_id, sum(amount) as amount from refunds where charge_id is not null group by charge_id) r
      on r.charge_id = c.id
    where c.refunded <> coalesce(r.amount, 0)`,

  `select format('line %s: it costs %s, its entries took %s', l.line_id, l.amount, coalesce(e.amount, 0))
      as difference
    from charge_lines l
    left join (select line_id, -sum(amount) as amount from entries where kind = 'charged' group by line_id) e
      on e.line_id = l.line_id
    where l.amount <> coalesce(e.amount, 0)`,

  `select format('line %s: %s was refunded, its entries gave back %s', r.line_id, r.amount, coalesce(e.amount, 0))
      as difference
    from refunds r
    left join (select line_id, sum(amount) as amount from entries where kind = 'refunded' group by line_id) e
      on e.line_id = r.line_id
    where r.amount <> coalesce(e.amount, 0)`,

  `select format('line %s: grant %s got back %s and had paid %s', b.line_id, b.grant_id, b.amount,
      coalesce(-p.amount, 0)) as difference
    from entries b
    left join entries p on p.line_id = b.line_id and p.grant_id = b.grant_id and p.kind = 'charged'
    where b.kind = 'refunded' and b.amount is distinct from -p.amount`,

  `select format('line %s: its entries gave back credits, it has no refund', e.line_id) as difference
    from entries e left join refunds r on r.line_id = e.line_id
    where e.kind = 'refunded' and r.charge_id is null`,

  `select format('line %s: it was charged and is marked as refunded before', l.line_id) as difference
    from charge_lines l join refunds r on r.line_id = l.line_id
    where r.charge_id is null`,

  `select format('line %s: paid by grant %s of another account or site', l.line_id, g.id) as difference
    from entries e
    join charge_lines l on l.line_id = e.line_id
    join charges c on c.id = l.charge_id
    join grants g on g.id = e.grant_id
    where e.kind = 'charged' and (g.account_id, g.site_id) <> (c.account_id, c.site_id)`,

  `select format('usage of %s on %s in %s: %s counts %s, its lines say %s', account_id, site_id,
      to_char(month, 'YYYY-MM'), kind, coalesce(u.count, 0), coalesce(l.count, 0)) as difference
    from usage u
    full join (
      select c.account_id, c.site_id, date_trunc('month', c.created_at at time zone 'UTC')::date as month,
        l.usage_kind as kind, count(*) as count
      from charge_lines l
      join charges c on c.id = l.charge_id
      left join refunds r on r.line_id = l.line_id
      where l.usage_kind is not null and r.charge_id is null
      group by 1, 2, 3, 4
    ) l using (account_id, site_id, month, kind)
    where coalesce(u.count, 0) <> coalesce(l.count, 0)`,

  `select format('product line %s of %s: %s trial uses, its lines say %s', line, account_id,
      coalesce(p.trial_used, 0), coalesce(l.count, 0)) as difference
    from product_lines p
    full join (
      select c.account_id, l.product_line as line, count(*) as count
      from charge_lines l
      join charges c on c.id = l.charge_id
      left join refunds r on r.line_id = l.line_id
      where l.is_trial and r.charge_id is null
      group by 1, 2
    ) l using (account_id, line)
    where coalesce(p.trial_used, 0) <> coalesce(l.count, 0)`,
];
