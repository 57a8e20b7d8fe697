import type { Logger } from '@redline/service-kit/log';
import { type Claim, lapsedClaims, releaseUpload, storeUpload } from '../../store/claim-upload.ts';
import {
  adoptUpload,
  forgetUploads,
  markPurged,
  postponeRemoval,
  uploadsToRemove,
} from '../../store/retire-uploads.ts';
import { deletePolicy, type EndedPolicy, endedPolicies } from '../../store/upload-policies.ts';
import type { UploadDeps } from './upload-deps.ts';

const batchSize = 100;
/** What is left after so many batches waits for the next turn. */
const batchesMax = 50;

/**
 * One turn of the janitor: removes files whose time has come, finds out what became of files whose engine died, and of
 * those that were to be posted to the store itself, and forgets what went long ago. Replicas may do the same at the same time: each step can be
 * repeated.
 */
export function retireUploads(deps: UploadDeps, log: Logger): (signal: AbortSignal) => Promise<void> {
  /** How many of `items` were settled; one that fails waits for the next turn and takes no other with it. */
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
    // Before the removal, so that one that fails does not stand in the way of all others.
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
    if (key !== null && file) await adoptUpload(deps.db, { ...policy, ...file, key }, deps.keptForMs);
    await deletePolicy(deps.db, policy.id);
  };
  return async (signal) => {
    const { db, timeoutMs } = deps;
    await inBatches(signal, async () =>
      settleEach('removing an upload', await uploadsToRemove(db, batchSize), remove),
    );
    await inBatches(signal, async () =>
      settleEach('settling a lapsed upload', await lapsedClaims(db, batchSize), settleClaim),
    );
    // What began just before the end of its policy may take its time.
    await inBatches(signal, async () =>
      settleEach('ending an upload policy', await endedPolicies(db, timeoutMs, batchSize), endPolicy),
    );
    await inBatches(signal, () => forgetUploads(db, deps.rememberedForMs, batchSize));
  };
}

/** Until a batch is not full, or does not settle whole. */
async function inBatches(signal: AbortSignal, batch: () => Promise<number>): Promise<void> {
  for (let count = 0; count < batchesMax && !signal.aborted; count += 1) {
    if ((await batch()) < batchSize) return;
  }
}
