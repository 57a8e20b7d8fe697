import { appendOutbox, eventMessage } from '@redline/service-kit/outbox';
import { type Erased, type ErasePage, isInPage } from '@redline/service-kit/partitions';
import { batchOf } from '../domain/batch-of.ts';
import { ownUploadKey } from '../domain/uploads/upload-dir.ts';
import type { CheckKind } from './check-kinds.ts';
import { appendRemovals } from './removals.ts';
import { type RemovedCheck, removeEndedChecks } from './remove-ended-checks.ts';
import { storedBefore } from './retire-uploads.ts';
import type { Trx } from './tables.ts';

/**
 * Erases checks whose retention has passed, and what belongs to each: stages, pictures of frames, the file that its client
 * uploaded, its part of its list's total; and writes its deleted event, if its client had not deleted it before. No row
 * stays, unlike that of a check that its client deletes.
 * @param cdnHost base URL of uploads, without a slash at its end
 */
export async function eraseExpiredChecks(
  trx: Trx,
  kind: CheckKind,
  page: ErasePage,
  cdnHost: string,
): Promise<Erased> {
  const removed = await removeEndedChecks(trx, kind, { which: isInPage(page), limit: page.limit });
  const untold = removed.filter(({ deletedAt }) => deletedAt === null);
  await appendOutbox(
    trx,
    untold.map((check) => eventMessage(kind.events.deleted, deletedOf(check))),
  );
  const uploads = untold.flatMap(({ url, scope }) => ownUploadKey(cdnHost, url, scope) ?? []);
  // Keys may be used again a year after their file is gone: what was uploaded later belongs to a younger check.
  await appendRemovals(trx, await storedBefore(trx, uploads, page.before));
  return { count: removed.length, last: removed.at(-1)?.id ?? null };
}

const deletedOf = ({ id, scope, batchId, at }: RemovedCheck) =>
  ({ version: 1, id, scope, occurredAt: at.toISOString(), ...batchOf(batchId) }) as const;
