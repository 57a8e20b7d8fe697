import { idPrefixes, type VideoCheckFilter } from '@redline/contracts';
import { createId } from '@redline/service-kit/ids';
import type { FastifyRequest } from 'fastify';
import {
  deleteVideoCheck,
  getVideoCheck,
  listVideoChecks,
  type VideoCheckItem,
  type VideoCheckRecord,
  type VideoSubmission,
  videoSubmission,
} from '../clients/videos.ts';
import { storedChecks } from './checks.ts';
import { type SubmissionDeps, scopeOf, submitOnce } from './submission.ts';

/**
 * The video checks of a site.
 * @param object the name of its records
 * @template R a record, and `I` a list item, as its contract has them
 */
export function videoChecks<R extends VideoCheckRecord, I extends VideoCheckItem>(
  object: R['object'],
  deps: SubmissionDeps,
) {
  const { bus } = deps;
  const stored = storedChecks<R, I, VideoCheckFilter>({
    prefix: idPrefixes.video,
    noun: 'video check',
    object,
    list: (scope, page, requestId) => listVideoChecks<I>(bus, scope, page, requestId),
    remove: (scope, id, requestId) => deleteVideoCheck(bus, scope, id, requestId),
  });
  return {
    ...stored,

    submit: (request: FastifyRequest, check: VideoSubmission['check']) =>
      submitOnce(deps, request, {
        item: 'video_check',
        body: check,
        newOperationId: () => createId(idPrefixes.video),
        owner: (operationId, scope) =>
          videoSubmission(bus, { operationId, scope, check, requestId: request.id }),
        accepted: (id) => ({ payload: { id, object, status: 'processing' as const } }),
        measures: true,
      }),

    /** @param locale of its explanations; undefined on a site that has one */
    get: (request: FastifyRequest, id: string, locale?: string) =>
      stored.found(id, () => getVideoCheck<R>(bus, scopeOf(request), { id, locale }, request.id)),
  };
}
