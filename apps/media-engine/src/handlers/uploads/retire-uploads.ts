import type { Logger } from '@redline/service-kit/log';
import { type Claim, expiredClaims, releaseUpload, storeUpload } from '../../store/claim-upload.ts';
import {
  adoptUpload,
  deleteUploadRows,
  markPurged,
  postponeRemoval,
  purgedUploads,
  uploadsToRemove,
} from '../../store/retire-uploads.ts';
import { deletePolicy, type EndedPolicy, endedPolicies } from '../../store/upload-policies.ts';
import type { UploadDeps } from './upload-deps.ts';

const batchSize = 100;
/** Limit of batches in one turn; the rest waits for the next one. */
const batchesMax = 50;

/**
 * Creates the janitor of uploads: removes expired files, settles claims of engines that died and files that were posted
 * to the store directly, and deletes old rows. Replicas may run it at the same time: each step can be repeated.
 * @returns one turn, to be run at intervals
 */
export function retireUploads(deps: UploadDeps, log: Logger): (signal: AbortSignal) => Promise<void> {
  /** Returns how many of `items` were settled; one that fails waits for the next turn and does not affect the others. */
  const settleEach = async <T>(what: string, items: readonly T[], settle: (item: T) => Promise<void>) => {
    let settled = 0;
    for (const item of items) {
      await settle(item).then(
        () => {
          settled += 1;
        },
        (error: unknown) => log.error({ err: error }, `${what} failed`),
      );
    }
    return settled;
  };
  const remove = async (key: string) => {
    // Before the removal, so that one that fails does not block all others.
    await postponeRemoval(deps.db, key);
    await deps.blobs.delete(key);
    await markPurged(deps.db, key);
  };
  const settleClaim = async (claim: Claim) => {
    const file = await deps.blobs.head(claim.key);
    if (file) await storeUpload(deps.db, claim, { ...file, sha256: null }, deps.keptForMs);
    else await releaseUpload(deps.db, claim);
  };
  const endPolicy = async (policy: EndedPolicy) => {
    const key = policy.directKey;
    const file = key === null ? undefined : await deps.blobs.head(key);
    if (key !== null && file) {
      await adoptUpload(deps.db, { ...policy, ...file, key }, deps.keptForMs);
      // Its row says that the file is gone, so it would neither expire nor count.
      if ((await purgedUploads(deps.db, [key])).has(key)) await deps.blobs.delete(key);
    }
    await deletePolicy(deps.db, policy.id);
  };
  return async (signal) => {
    const { db, timeoutMs } = deps;
    await inBatches(signal, async () =>
      settleEach('removing an upload', await uploadsToRemove(db, batchSize), remove),
    );
    await inBatches(signal, async () =>
      settleEach('settling an expired claim', await expiredClaims(db, batchSize), settleClaim),
    );
    // An upload that began just before its policy expired may still be running.
    await inBatches(signal, async () =>
      settleEach('ending an upload policy', await endedPolicies(db, timeoutMs, batchSize), endPolicy),
    );
    await inBatches(signal, () => deleteUploadRows(db, deps.rememberedForMs, batchSize));
  };
}

/** Runs batches until one is not full, or is not settled as a whole. */
async function inBatches(signal: AbortSignal, batch: () => Promise<number>): Promise<void> {
  for (let count = 0; count < batchesMax && !signal.aborted; count += 1) {
    if ((await batch()) < batchSize) return;
  }
}
