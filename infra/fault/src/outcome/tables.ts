import pg from 'pg';
import { refInText } from '../load/copy.ts';
import type { ServiceName } from '../stack/run-service.ts';
import type { ChargedLine, LineEntries, ObservedRecord, Refund } from './observed.ts';

/** The tables of the services, read as nobody in the product may: to count what is there. */
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

/** Opens the databases for reading only; a connection that broke is replaced at the next question. */
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
  const engine = open(urls['text-engine']);
  const rows = async <T extends pg.QueryResultRow>(pool: pg.Pool, text: string, values: unknown[] = []) =>
    (await pool.query<T>(text, values)).rows;
  return {
    async readUnfinished() {
      const [row] = await rows<{ processing: number; outbox: number }>(engine, unfinished);
      return row ?? { processing: 0, outbox: 0 };
    },
    readRecords: () => rows<ObservedRecord>(engine, records, [refInText]),
    readLines: () => rows<ChargedLine>(billing, lines),
    readRefunds: () => rows<Refund>(billing, refunds),
    readEntries: () => rows<LineEntries>(billing, entries),
    readGrants: () => rows<GrantedCredits>(billing, grants),
    async close() {
      await Promise.all([billing.end(), engine.end()]);
    },
  };
}

const unfinished = `select
  (select count(*)::int from text_checks where status = 'processing') as processing,
  (select count(*)::int from outbox) as outbox`;

const records = `select id, account_id as "accountId", status, failure_reason as "failureReason",
  deleted_at is not null as "isDeleted", substring(text from $1) as ref from text_checks`;

const lines = `select l.line_id as "lineId", c.account_id as "accountId", l.amount
  from charge_lines l join charges c on c.id = l.charge_id`;

const refunds = `select line_id as "lineId", amount, charge_id is null as "isTombstone" from refunds`;

const entries = `select line_id as "lineId",
  coalesce(-sum(amount) filter (where kind = 'charged'), 0)::int as charged,
  coalesce(sum(amount) filter (where kind = 'refunded'), 0)::int as refunded
  from entries where line_id is not null group by line_id`;

const grants = `select account_id as "accountId", sum(amount)::int as granted, sum(remaining)::int as remaining
  from grants group by account_id`;
