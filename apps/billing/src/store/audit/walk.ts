import { type RawBuilder, sql } from 'kysely';
import type { AuditPhase, Trx } from '../tables.ts';
import type { AuditRow } from './audits.ts';
import { type SumKind, trialKey, usageKey, within } from './changes.ts';
import { checkRows } from './differences.ts';
import { addToSums } from './sums.ts';

/** Rows of one step, by table: of a charge there are up to 41 lines, and of each line a few entries. */
const rowsMax = 1_000;
const entriesMax = 10_000;

interface Walked {
  /** The key of the last row; undefined after the last one of the table. */
  readonly until: string | undefined;
  readonly charges?: number;
  readonly refunds?: number;
}

type WalkStep = (trx: Trx, audit: AuditRow, now: Date) => Promise<Walked>;

/**
 * Walks an audit through the next rows of the tables as they were when it began: what was there without a position, and
 * up to `settled_until`. Every charge and its lines are checked, and everything is added to the sums once; what comes
 * later is read by position afterwards.
 * @returns whether it has come to the end of the last table
 */
export async function walkOn(trx: Trx, audit: AuditRow, now: Date): Promise<boolean> {
  if (audit.phase === 'new') return true;
  const { until, charges = 0, refunds = 0 } = await steps[audit.phase](trx, audit, now);
  const phase = until === undefined ? following[audit.phase] : audit.phase;
  await sql`
    update audits set phase = ${phase}, walked_until = ${until ?? ''}, stepped_at = ${now},
      charges = charges + ${charges}, refunds = refunds + ${refunds}
    where id = ${audit.id}`.execute(trx);
  return phase === 'new';
}

const following = {
  charges: 'entries',
  entries: 'grants',
  grants: 'usage',
  usage: 'product_lines',
  product_lines: 'new',
} as const satisfies Record<Exclude<AuditPhase, 'new'>, AuditPhase>;

const steps: Readonly<Record<Exclude<AuditPhase, 'new'>, WalkStep>> = {
  charges: walkCharges,
  entries: walkEntries,
  async grants(trx, audit, now) {
    const { rows } = await sql<{ id: string }>`
      select id from grants where id > ${audit.walked_until} order by id limit ${rowsMax}`.execute(trx);
    const grantIds = rows.map(({ id }) => id);
    await checkRows(trx, audit.id, { chargeIds: [], lineIds: [], grantIds }, now);
    await addToSums(trx, audit.id, 'grant', sql`select unnest(${grantIds}::text[]) as key, 0 as amount`);
    return { until: nextAfter(grantIds) };
  },
  usage: (trx, audit) =>
    walkKeys(trx, audit, 'usage', {
      key: sql`concat_ws('/', account_id, site_id, to_char(month, 'YYYY-MM-DD'), kind)`,
      from: sql`from usage where (account_id, site_id, month, kind) >
        (${part(audit, 0)}, ${part(audit, 1)}, ${part(audit, 2) || '-infinity'}::date, ${part(audit, 3)})
        order by account_id, site_id, month, kind`,
    }),
  product_lines: (trx, audit) =>
    walkKeys(trx, audit, 'trial', {
      key: sql`concat_ws('/', account_id, line)`,
      from: sql`from product_lines where (account_id, line) > (${part(audit, 0)}, ${part(audit, 1)})
        order by account_id, line`,
    }),
};

const nextAfter = (keys: readonly string[]) => (keys.length < rowsMax ? undefined : keys.at(-1));
const part = (audit: AuditRow, index: number): string => audit.walked_until.split('/')[index] ?? '';

async function walkCharges(trx: Trx, audit: AuditRow, now: Date): Promise<Walked> {
  const { rows } = await sql<{ id: string }>`
    select id from charges where id > ${audit.walked_until} order by id limit ${rowsMax}`.execute(trx);
  const chargeIds = rows.map(({ id }) => id);
  const lines = await sql<{ lineId: string }>`
    select line_id as "lineId" from charge_lines where charge_id = any(${chargeIds}::text[])`.execute(trx);
  const lineIds = lines.rows.map(({ lineId }) => lineId);
  await checkRows(trx, audit.id, { chargeIds, lineIds, grantIds: [] }, now);
  const isOld = (column: string) =>
    sql`(${sql.ref(column)} is null or ${sql.ref(column)} <= ${audit.settled_until})`;
  const unrefunded = sql`not coalesce((
    select r.charge_id is not null and ${isOld('r.position')} from refunds r where r.line_id = l.line_id
  ), false)`;
  const counted = (key: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql<never>`
    select ${key} as key, count(*) as amount
    from charges c cross join lateral (select * from charge_lines where charge_id = c.id offset 0) l
    where c.id = any(${chargeIds}::text[]) and ${which} and ${isOld('c.position')} and ${unrefunded}
    group by 1`;
  await addToSums(trx, audit.id, 'usage', counted(usageKey, sql`l.usage_kind is not null`));
  await addToSums(trx, audit.id, 'trial', counted(trialKey, sql`l.is_trial`));
  const counts = await sql<{ charges: number; refunds: number }>`
    select
      (select count(*) from charges c where c.id = any(${chargeIds}::text[]) and ${isOld('c.position')}) as charges,
      (
        select count(*) from refunds r
        where r.line_id = any(${lineIds}::text[]) and r.charge_id is not null and ${isOld('r.position')}
      ) as refunds`.execute(trx);
  return { until: nextAfter(chargeIds), ...counts.rows[0] };
}

async function walkEntries(trx: Trx, audit: AuditRow): Promise<Walked> {
  const after = Number(audit.walked_until);
  const { rows } = await sql<{ position: number }>`
    select position from entries where ${within('position', { after, until: audit.settled_until })}
    order by position offset ${entriesMax - 1} limit 1`.execute(trx);
  const until = rows[0]?.position;
  const range = { after, until: until ?? audit.settled_until };
  const sums = sql<never>`
    select grant_id as key, sum(amount)::bigint as amount from entries
    where ${within('position', range)} group by grant_id`;
  await addToSums(trx, audit.id, 'grant', sums);
  return { until: until === undefined ? undefined : String(until) };
}

/** Makes a sum, of zero if there is none, for each row of a table of counters, so that each is compared. */
async function walkKeys(
  trx: Trx,
  audit: AuditRow,
  kind: SumKind,
  { key, from }: { readonly key: RawBuilder<unknown>; readonly from: RawBuilder<unknown> },
): Promise<Walked> {
  const { rows } = await sql<{ key: string }>`select ${key} as key ${from} limit ${rowsMax}`.execute(trx);
  const keys = rows.map((row) => row.key);
  await addToSums(trx, audit.id, kind, sql`select unnest(${keys}::text[]) as key, 0 as amount`);
  return { until: nextAfter(keys) };
}
