import { type BatchFilter, idPrefixes } from '@redline/contracts';
import { createId } from '@redline/service-kit/ids';
import type { FastifyRequest } from 'fastify';
import {
  type BatchItem,
  type BatchRecord,
  type BatchSubmission,
  batchSubmission,
  deleteBatch,
  getBatch,
  listBatches,
} from '../clients/batches.ts';
import { storedChecks } from './checks.ts';
import { type SubmissionDeps, scopeOf, submitOnce } from './submission.ts';

/**
 * The batches of a site.
 * @param object the name of its records
 * @template R a record, and `I` a list item, as its contract has them
 */
export function batchesOf<R extends BatchRecord, I extends BatchItem>(
  object: R['object'],
  deps: SubmissionDeps,
) {
  const { bus } = deps;
  const stored = storedChecks<R, I, BatchFilter>({
    prefix: idPrefixes.batch,
    noun: 'batch',
    object,
    list: (scope, page, requestId) => listBatches<I>(bus, scope, page, requestId),
    remove: (scope, id, requestId) => deleteBatch(bus, scope, id, requestId),
  });
  return {
    ...stored,

    submit: (request: FastifyRequest, batch: BatchSubmission['batch']) =>
      submitOnce(deps, request, {
        item: 'batch',
        body: batch,
        newOperationId: () => createId(idPrefixes.batch),
        owner: (operationId, scope) =>
          batchSubmission(bus, { operationId, scope, batch, requestId: request.id }),
        accepted: (id) => ({ payload: { id, object, status: 'processing' as const } }),
        measures: true,
      }),

    /** @param locale of its explanations; undefined on a site that has one */
    get: (request: FastifyRequest, id: string, locale?: string) =>
      stored.found(id, () => getBatch<R>(bus, scopeOf(request), { id, locale }, request.id)),
  };
}
