import type { UploadUsage } from '../domain/uploads/quota.ts';
import type { Db } from './tables.ts';

/** Returns what an account stores, uploads that are being received and, in this transaction, its own changes included. */
export async function usageOf(db: Db, accountId: string): Promise<UploadUsage> {
  const row = await db
    .selectFrom('upload_usage')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return {
    files: Number(row?.files ?? 0),
    bytes: Number(row?.bytes ?? 0),
    direct: { files: Number(row?.direct_files ?? 0), bytes: Number(row?.direct_bytes ?? 0) },
  };
}
