import type { OutboxTables } from '@redline/service-kit/outbox';
import type { AttemptColumns } from '@redline/service-kit/records';
import type { Generated, Kysely, Transaction } from 'kysely';
import type { Findings } from '../domain/findings/findings.ts';

export type ReportStatus = 'processing' | 'completed' | 'failed';

interface ReportTable extends AttemptColumns {
  id: string;
  video_check_id: string;
  account_id: string;
  site_id: string;
  tenant_id: string;
  status: Generated<ReportStatus>;
  /** Null once the report is written or erased. */
  findings: Findings | null;
  /** Credits charged; 0 for a report replayed after its refund, null until known. */
  credit_cost: number | null;
  /** From the order to the end; null until then. */
  duration_ms: number | null;
  /** When it was erased because its check was deleted; its row has no content then. */
  deleted_at: Date | null;
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

/** A check that its client has deleted, until its reports are erased. */
interface DeletedCheckTable {
  video_check_id: string;
  deleted_at: Generated<Date>;
}

export interface Tables extends OutboxTables {
  deleted_checks: DeletedCheckTable;
  reports: ReportTable;
  report_sections: ReportSectionTable;
}

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/** How the pool plans: each statement once, of which there are fewer than this, and by an index. */
export const databaseOptions = { preparedMax: 32, indexedOnly: true } as const;
