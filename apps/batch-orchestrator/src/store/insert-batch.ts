import type { BatchItemKind, Scope } from '@redline/contracts';
import { sql } from 'kysely';
import type { BatchPlace, ItemContent } from '../domain/submitted.ts';
import type { Db } from './tables.ts';

/** One item with its ids, which never change. */
export interface NewItem extends ItemContent {
  readonly id: string;
  readonly checkId: string;
  readonly kind: BatchItemKind;
  readonly index: number;
}

export interface NewBatch extends BatchPlace {
  readonly id: string;
  readonly scope: Scope;
  /** Milliseconds since 1970, by the clock of the database; past it nothing is inserted. */
  readonly deadlineMs: number;
  readonly name: string;
  readonly items: readonly NewItem[];
}

/**
 * Inserts a batch as `processing`, with its items waiting, in one statement.
 * @returns `stored`: it is there, from now or from before; `too_late`: it is not, and the deadline has passed
 */
export async function insertBatch(db: Db, batch: NewBatch): Promise<'stored' | 'too_late'> {
  const { id, scope, items } = batch;
  const count = (kind: BatchItemKind) => items.filter((item) => item.kind === kind).length;
  const rows = JSON.stringify(items.map((item, position) => ({ ...item, position })));
  const { rows: found } = await sql<{ isInTime: boolean; isKnown: boolean }>`
    with asked as materialized (
      select clock_timestamp() < to_timestamp(${batch.deadlineMs}::float8 / 1000) as in_time
    ), inserted as (
      insert into batches (id, account_id, site_id, tenant_id, name, product_vertical, platform, vertical,
        explain_locale, texts, images, videos)
      select ${id}, ${scope.accountId}, ${scope.siteId}, ${scope.tenantId}, ${batch.name}, ${batch.productVertical},
        ${batch.platform}, ${batch.vertical}, ${batch.explainLocale}, ${count('text')}::smallint,
        ${count('image')}::smallint, ${count('video')}::smallint
      from asked where in_time
      on conflict (id) do nothing
      returning id
    ), items as (
      insert into batch_items (check_id, id, batch_id, position, kind, index, text, url, title, size, duration_seconds,
        width, height)
      select item."checkId", item.id, inserted.id, item.position, item.kind, item.index, item.text, item.url,
        item.title, item.size, item."durationSeconds", item.width, item.height
      from inserted cross join json_to_recordset(${rows}::json) as item("checkId" text, id text, position smallint,
        kind text, index smallint, text text, url text, title text, size float8, "durationSeconds" float8,
        width integer, height integer)
    )
    select in_time as "isInTime", exists (select from batches where id = ${id}) as "isKnown" from asked`.execute(
    db,
  );
  // In time and not inserted means that a concurrent repeat has inserted it.
  return found[0]?.isInTime || found[0]?.isKnown ? 'stored' : 'too_late';
}

/** The fields of a known submission that it was charged by. */
export interface KnownBatch {
  readonly productVertical: string | null;
  readonly items: readonly Pick<NewItem, 'checkId' | 'kind' | 'durationSeconds'>[];
}

/** Reads a known submission; undefined if there is none of that id. */
export async function findSubmitted(db: Db, id: string): Promise<KnownBatch | undefined> {
  const { rows } = await sql<KnownBatch['items'][number] & Pick<KnownBatch, 'productVertical'>>`
    select b.product_vertical as "productVertical", i.check_id as "checkId", i.kind,
      i.duration_seconds as "durationSeconds"
    from batches b join batch_items i on i.batch_id = b.id
    where b.id = ${id} order by i.position`.execute(db);
  const [first] = rows;
  return first && { productVertical: first.productVertical, items: rows };
}
