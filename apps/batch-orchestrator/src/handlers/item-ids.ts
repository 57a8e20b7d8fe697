import { batchItemKinds, batchLimits, idPrefixes } from '@redline/contracts';
import { deriveId } from '@redline/service-kit/ids';
import type { SubmittedItem } from '../domain/submitted.ts';

/** Returns the ids of an item of a batch, which never change. */
export const idsOf = (batchId: string, { kind, index }: Pick<SubmittedItem, 'kind' | 'index'>) => ({
  id: deriveId(idPrefixes.batchItem, batchId, `${kind}:${index}`),
  checkId: deriveId(idPrefixes[kind], batchId, `${kind}:${index}`),
});

/** Returns the ids of all checks that a batch may have: without a record it is unknown which ones it had. */
export const possibleChecks = (batchId: string): string[] =>
  batchItemKinds.flatMap((kind) =>
    Array.from({ length: batchLimits[`${kind}s`] }, (_, index) => idsOf(batchId, { kind, index }).checkId),
  );
