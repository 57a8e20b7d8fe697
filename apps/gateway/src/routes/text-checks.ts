import { idPrefixes, type TextCheckFilter } from '@redline/contracts';
import { createId, isId } from '@redline/service-kit/ids';
import type { FastifyRequest } from 'fastify';
import { type RewriteSubmission, rewriteSubmission } from '../clients/rewrites.ts';
import {
  deleteTextCheck,
  getTextCheck,
  listTextChecks,
  type TextCheckItem,
  type TextCheckRecord,
  type TextSubmission,
  textSubmission,
} from '../clients/text-engine.ts';
import { noCheck, storedChecks } from './checks.ts';
import { type SubmissionDeps, scopeOf, submitOnce } from './submission.ts';

/** How a text is rewritten. */
type FixBody = Pick<RewriteSubmission, 'strategy' | 'mode'>;

const kind = { prefix: idPrefixes.text, noun: 'text check' } as const;

/**
 * The text checks of a site.
 * @param object the name of its records
 * @template R a record, and `I` a list item, as its contract has them
 */
export function textChecks<R extends TextCheckRecord, I extends TextCheckItem>(
  object: R['object'],
  deps: SubmissionDeps,
) {
  const { bus } = deps;
  const stored = storedChecks<R, I, TextCheckFilter>({
    ...kind,
    object,
    list: (scope, page, requestId) => listTextChecks<I>(bus, scope, page, requestId),
    remove: (scope, id, requestId) => deleteTextCheck(bus, scope, id, requestId),
  });
  return {
    ...stored,

    submit: (request: FastifyRequest, check: TextSubmission['check']) =>
      submitOnce(deps, request, {
        item: 'text_check',
        body: check,
        newOperationId: () => createId(kind.prefix),
        owner: (operationId, scope) =>
          textSubmission(bus, { operationId, scope, check, requestId: request.id }),
        accepted: (id) => ({ payload: { id, object, status: 'processing' as const } }),
      }),

    get: (request: FastifyRequest, id: string) =>
      stored.found(id, () => getTextCheck<R>(bus, scopeOf(request), id, request.id)),

    /**
     * Submits a rewrite of a check.
     * @param body as the contract read it; null where the route takes none, which is the default of the main site
     */
    async fix(request: FastifyRequest, checkId: string, body: FixBody | null) {
      if (!isId(kind.prefix, checkId)) throw noCheck(kind, checkId);
      const how = body ?? { strategy: 'rewrite', mode: 'content' };
      return submitOnce(deps, request, {
        item: 'rewrite',
        body,
        newOperationId: () => createId(idPrefixes.fix),
        owner: (operationId, scope) =>
          rewriteSubmission(bus, { operationId, scope, checkId, ...how, requestId: request.id }),
        accepted: (_, { charged }) => ({
          payload: { taken: { id: checkId, object, fixStatus: 'processing' as const }, charged },
        }),
      });
    },
  };
}
