import { type Kysely, sql } from 'kysely';
import { idsIn } from '../db/index.ts';
import type { OutboxTables } from '../outbox/index.ts';
import { type AbandonReason, abandonRecord } from './abandon.ts';
import type { RecordKind, RecordTable } from './record-kind.ts';
import type { Records } from './records.ts';
import { type Reopening, reopenRecord } from './reopen.ts';

interface AbandonRequest {
  /** Id of the record. */
  readonly operationId: string;
  readonly reason: AbandonReason;
}

/** Answers the submission saga's `abandon`. */
export const abandonHandler =
  <DB, N>(records: Records<DB, N>) =>
  async ({ operationId: id, reason }: AbandonRequest, { requestId }: { readonly requestId: string }) => ({
    outcome: await abandonRecord(records, { id, reason, requestId }),
  });

/** Answers an operator's `reopen`. */
export const reopenHandler =
  <DB extends OutboxTables, N extends object>(db: Kysely<DB>, kind: RecordKind<DB, N>) =>
  async ({ id }: { readonly id: string }): Promise<{ readonly outcome: Reopening }> => ({
    outcome: await reopenRecord(db, kind, id),
  });

export interface StatusRow {
  readonly id: string;
  readonly status: 'processing' | 'completed' | 'failed' | 'cancelled';
}

/** Answers with the statuses of records, deleted ones too. */
export const statusesHandler =
  <DB>(db: Kysely<DB>, { table }: RecordTable) =>
  async ({ ids }: { readonly ids: readonly string[] }): Promise<{ records: StatusRow[] }> => {
    const { rows } = await sql<StatusRow>`
      select id, status from ${sql.table(table)} where ${idsIn(ids)}`.execute(db);
    return { records: rows };
  };
