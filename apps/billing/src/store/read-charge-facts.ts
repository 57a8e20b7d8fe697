import type { BillLine, ProductLineName } from '@redline/contracts';
import { sql } from 'kysely';
import type { ChargeFacts, ChargeRequest, EarlierCharge, ProductLineState } from '../domain/charging.ts';
import { ledgerSiteOf } from '../domain/ledger-site.ts';
import type { SpendableGrant } from '../domain/spending.ts';
import type { Db } from './tables.ts';

interface Row {
  position: number;
  plan: string | null;
  renews_at: Date | null;
  tombstoned: boolean;
  grants: SpendableGrant[];
  product_lines: ProductLineState[];
  earlier: (Omit<EarlierCharge, 'lines'> & { lines: StoredLine[] }) | null;
}
type StoredLine = Omit<BillLine, 'productLine'> & { productLine: ProductLineName | null };

/**
 * Reads the facts that charges depend on, in one round trip and from one snapshot.
 * @returns the facts of each in order; null if there is no such account, or it is closed
 */
export async function readChargeFacts(
  db: Db,
  requests: readonly ChargeRequest[],
  now: Date,
): Promise<(ChargeFacts | null)[]> {
  const { rows } = await selectFacts(requests, now).execute(db);
  const facts = new Map(rows.map((row) => [row.position, toFacts(row)]));
  return requests.map((_, index) => facts.get(index + 1) ?? null);
}

/** `offset 0` prevents a join: each request is looked up by keys, even if the tables were small at planning. */
function selectFacts(requests: readonly ChargeRequest[], now: Date) {
  const idsOf = ({ operationId, lines }: ChargeRequest) =>
    JSON.stringify([operationId, ...lines.map((line) => line.lineId)]);
  return sql<Row>`
    select asked.position, facts.*
    from unnest(
      ${requests.map(({ accountId }) => accountId)}::text[], ${requests.map(({ siteId }) => siteId)}::text[],
      ${requests.map(ledgerSiteOf)}::text[],
      ${requests.map(({ operationId }) => operationId)}::text[], ${requests.map(idsOf)}::text[]
    ) with ordinality asked (account_id, site_id, ledger_site, operation_id, ids, position)
    cross join lateral (
    select
      s.plan,
      s.renews_at,
      exists (
        select from refunds where line_id = any(array(select json_array_elements_text(asked.ids::json)))
      ) as tombstoned,
      coalesce((
        select json_agg(json_build_object(
          'id', g.id,
          'remaining', g.remaining,
          'expiresAtMs', (extract(epoch from g.expires_at) * 1000)::bigint))
        from grants g
        where g.account_id = a.id and g.site_id = asked.ledger_site and g.open
          and (g.expires_at is null or g.expires_at > ${now})
      ), '[]') as grants,
      coalesce((
        select json_agg(json_build_object('line', p.line, 'enabled', p.enabled, 'trialUsed', p.trial_used))
        from product_lines p where p.account_id = a.id
      ), '[]') as product_lines,
      (
        select json_build_object(
          'accountId', c.account_id, 'ledgerSite', c.site_id, 'tenantId', c.tenant_id, 'amount', c.amount,
          'lines', (
            select json_agg(json_build_object(
              'lineId', l.line_id, 'item', l.item, 'quantity', l.quantity, 'productLine', l.product_line))
            from charge_lines l where l.charge_id = c.id))
        from charges c where c.id = asked.operation_id
      ) as earlier
    from accounts a
    left join subscriptions s on s.account_id = a.id and s.site_id = asked.site_id
    where a.id = asked.account_id and a.closed_at is null
    offset 0
    ) facts`;
}

function toFacts({ plan, renews_at, tombstoned, grants, product_lines, earlier }: Row): ChargeFacts {
  return {
    subscription: plan === null ? null : { plan, renewsAt: renews_at },
    isTombstoned: tombstoned,
    grants,
    productLines: product_lines,
    earlier: earlier && { ...earlier, lines: earlier.lines.map(toBillLine) },
  };
}

const toBillLine = ({ productLine, ...line }: StoredLine): BillLine =>
  productLine === null ? line : { ...line, productLine };
