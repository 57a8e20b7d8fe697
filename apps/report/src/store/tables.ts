import type { OutboxTables } from '@redline/service-kit/outbox';
import type { AttemptColumns } from '@redline/service-kit/records';
import type { Generated, Kysely } from 'kysely';
import type { Findings } from '../domain/findings/findings.ts';

export type ReportStatus = 'processing' | 'completed' | 'failed';

interface ReportTable extends AttemptColumns {
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
