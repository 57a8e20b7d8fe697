import type { BatchItemKind, ItemVerdict, RecordFailure } from '@redline/contracts';
import type { OutboxTables } from '@redline/service-kit/outbox';
import type { AttemptColumns } from '@redline/service-kit/records';
import type { Generated, Kysely, Transaction } from 'kysely';
import type { BatchState, ItemStatus } from '../domain/batch.ts';

export interface BatchTable extends AttemptColumns {
  id: string;
  account_id: string;
  site_id: string;
  tenant_id: string;
  status: Generated<BatchState['status']>;
  /** Whether lists and reads return it; false once deleted. */
  listed: Generated<boolean>;
  /** Empty once deleted. */
  name: string;
  /** Null except on the main site. */
  product_vertical: string | null;
  platform: string;
  /** On the main site its `industryVertical`. */
  vertical: string;
  explain_locale: string;
  texts: number;
  images: number;
  videos: number;
  /** Number of items that have ended. */
  done: Generated<number>;
  result: BatchState['result'];
  /** Counts of the items that have ended, as the site counts. */
  summary: Generated<Readonly<Record<string, number>>>;
  /** No item waits for its owner any more. */
  handed_out: Generated<boolean>;
  deleted_at: Date | null;
  /** When the sweeper looks for the deletion job of a deleted batch; null if its checks are deleted. */
  removal_due_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  finished_at: Date | null;
}

export interface BatchItemTable {
  check_id: string;
  id: string;
  batch_id: string;
  /** Index among all items of the batch. */
  position: number;
  kind: BatchItemKind;
  /** Index among the submitted items of its kind. */
  index: number;
  status: Generated<ItemStatus>;
  /** Its owner has a check of it. */
  held: Generated<boolean>;
  verdict: ItemVerdict | null;
  /** Content; null once the batch or the item's check is deleted. */
  text: string | null;
  url: string | null;
  title: string | null;
  size: number | null;
  duration_seconds: number | null;
  width: number | null;
  height: number | null;
  failure_reason: string | null;
  /** As clients see it; null unless it failed, and of items that failed before the column was there. */
  failure: RecordFailure | null;
  /** When its owner was last asked, or its last event came; null when nothing more is to come. */
  asked_at: Date | null;
}

export interface BatchCountTable {
  account_id: string;
  site_id: string;
  tenant_id: string;
  /** Empty except on the main site. */
  product_vertical: string;
  shard: number;
  total: number;
}

export interface Tables extends OutboxTables {
  batches: BatchTable;
  batch_items: BatchItemTable;
  batch_counts: BatchCountTable;
}

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/** How the pool plans: each statement once, of which there are fewer than this, and by an index. */
export const databaseOptions = { preparedMax: 64, indexedOnly: true } as const;
