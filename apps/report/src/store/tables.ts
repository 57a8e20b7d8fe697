import type { OutboxTables } from '@redline/service-kit/outbox';
import type { Generated, Kysely } from 'kysely';
import type { Findings } from '../domain/findings/findings.ts';

export type ReportStatus = 'processing' | 'completed' | 'failed';

interface ReportTable {
  id: string;
  video_check_id: string;
  account_id: string;
  site_id: string;
  tenant_id: string;
  status: Generated<ReportStatus>;
  /** Null once the report is written. */
  findings: Findings | null;
  /** Credits charged; 0 for a report replayed after its refund, null until known. */
  credit_cost: number | null;
  /** From the order to the end; null until then. */
  duration_ms: number | null;
  /** Number of attempts. Only the last one may write to it. */
  attempt: Generated<number>;
  handed_back: Generated<number>;
  /** No other worker takes it before that; null if free. */
  lease_until: Date | null;
  failure_reason: string | null;
  /** The error of the last attempt, for operators; nothing of the content. */
  last_error: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface ReportSectionTable {
  report_id: string;
  /** In the order of the sections, from 0. */
  place: number;
  body: string;
  writer: string;
}

export interface Tables extends OutboxTables {
  reports: ReportTable;
  report_sections: ReportSectionTable;
}

export type Db = Kysely<Tables>;

/** How the pool plans: each statement once, of which there are fewer than this, and by an index. */
export const databaseOptions = { preparedMax: 32, indexedOnly: true } as const;
