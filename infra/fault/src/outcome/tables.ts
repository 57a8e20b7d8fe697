import pg from 'pg';
import { refInText } from '../load/copy.ts';
import type { SubmissionKind } from '../load/journal.ts';
import type { ServiceName } from '../stack/run-service.ts';
import type { ChargedLine, LineEntries, ObservedRecord, Refund } from './observed.ts';

/** Read access to the tables of all services, which only this test has. */
export interface Tables {
  readonly readUnfinished: () => Promise<{ readonly processing: number; readonly outbox: number }>;
  readonly readRecords: () => Promise<readonly ObservedRecord[]>;
  readonly readLines: () => Promise<readonly ChargedLine[]>;
  readonly readRefunds: () => Promise<readonly Refund[]>;
  readonly readEntries: () => Promise<readonly LineEntries[]>;
  readonly readGrants: () => Promise<readonly GrantedCredits[]>;
  readonly close: () => Promise<void>;
}

export interface GrantedCredits {
  readonly accountId: string;
  readonly granted: number;
  readonly remaining: number;
}

const timeoutMs = 30_000;

/** Opens the databases read-only; a broken connection is replaced at the next query. */
export function openTables(urls: Readonly<Record<ServiceName, string>>): Tables {
  const open = (url: string) => {
    const pool = new pg.Pool({
      connectionString: url,
      max: 2,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      options: '-c default_transaction_read_only=on',
    });
    pool.on('error', () => undefined);
    return pool;
  };
  const billing = open(urls.billing);
  const text = open(urls['text-engine']);
  const media = open(urls['media-engine']);
  const batches = open(urls['batch-orchestrator']);
  const reports = open(urls.report);
  const owners = [
    [text, unfinished.text],
    [media, unfinished.media],
    [batches, unfinished.batches],
    [reports, unfinished.reports],
  ] as const;
  const rows = async <T extends pg.QueryResultRow>(pool: pg.Pool, text: string, values: unknown[] = []) =>
    (await pool.query<T>(text, values)).rows;
  return {
    async readUnfinished() {
      const left = { processing: 0, outbox: 0 };
      for (const [pool, question] of owners) {
        const [row] = await rows<typeof left>(pool, question);
        left.processing += row?.processing ?? 0;
        left.outbox += row?.outbox ?? 0;
      }
      return left;
    },
    async readRecords() {
      const read = await Promise.all([
        rows<ObservedRecord>(text, records.text, [refInText]),
        rows<ObservedRecord>(media, records.image, [refInText]),
        rows<ObservedRecord>(media, records.video, [refInText]),
        rows<ObservedRecord>(batches, records.batch, [refInText]),
        rows<ObservedRecord>(reports, records.report),
      ]);
      return read.flat();
    },
    readLines: () => rows<ChargedLine>(billing, lines),
    readRefunds: () => rows<Refund>(billing, refunds),
    readEntries: () => rows<LineEntries>(billing, entries),
    readGrants: () => rows<GrantedCredits>(billing, grants),
    async close() {
      await Promise.all([billing, text, media, batches, reports].map((pool) => pool.end()));
    },
  };
}

const unfinishedIn = (processing: string) => `select
  ${processing} as processing,
  (select count(*)::int from outbox) as outbox`;

const unfinished = {
  text: unfinishedIn(`(select count(*)::int from text_checks where status = 'processing')`),
  // The transcription of a video may end after its pictures.
  media: unfinishedIn(`(select count(*)::int from image_checks where status = 'processing')
    + (select count(*)::int from video_checks where status = 'processing' or transcript_status = 'processing')`),
  batches: unfinishedIn(`(select count(*)::int from batches where status = 'processing')`),
  reports: unfinishedIn(`(select count(*)::int from reports where status = 'processing')`),
} as const;

const recordsIn = (kind: SubmissionKind, table: string, named: string, batchId = 'batch_id') =>
  `select '${kind}' as kind, id, account_id as "accountId", status, failure_reason as "failureReason",
  ${batchId} as "batchId", deleted_at is not null as "isDeleted", substring(${named} from $1) as ref from ${table}`;

const records = {
  text: recordsIn('text', 'text_checks', 'text'),
  image: recordsIn('image', 'image_checks', 'title'),
  video: recordsIn('video', 'video_checks', 'title'),
  batch: recordsIn('batch', 'batches', 'name', 'null::text'),
  report: `select 'report' as kind, id, account_id as "accountId", status, failure_reason as "failureReason",
    null as "batchId", deleted_at is not null as "isDeleted", video_check_id as ref from reports`,
} as const;

const lines = `select l.line_id as "lineId", c.account_id as "accountId", l.amount
  from charge_lines l join charges c on c.id = l.charge_id`;

const refunds = `select line_id as "lineId", amount, charge_id is null as "isTombstone" from refunds`;

const entries = `select line_id as "lineId",
  coalesce(-sum(amount) filter (where kind = 'charged'), 0)::int as charged,
  coalesce(sum(amount) filter (where kind = 'refunded'), 0)::int as refunded
  from entries where line_id is not null group by line_id`;

const grants = `select account_id as "accountId", sum(amount)::int as granted, sum(remaining)::int as remaining
  from grants group by account_id`;
