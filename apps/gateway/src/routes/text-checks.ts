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
import { RequestFailure } from './failure.ts';
import { type SubmissionDeps, scopeOf, submitOnce } from './submission.ts';

/** Which page of a list, and of which checks. */
interface Page {
  readonly page: number;
  readonly pageSize: number;
  readonly filter?: TextCheckFilter;
}

/** How a text is rewritten. */
type FixBody = Pick<RewriteSubmission, 'strategy' | 'mode'>;

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
  return {
    submit: (request: FastifyRequest, check: TextSubmission['check']) =>
      submitOnce(deps, request, {
        item: 'text_check',
        body: check,
        newOperationId: () => createId(idPrefixes.text),
        owner: (operationId, scope) =>
          textSubmission(bus, { operationId, scope, check, requestId: request.id }),
        accepted: (id) => ({ id, object, status: 'processing' as const }),
      }),

    async list(request: FastifyRequest, wanted: Page) {
      const { page, pageSize } = wanted;
      const { total, items } = await listTextChecks<I>(bus, scopeOf(request), wanted, request.id);
      const hasMore = page * pageSize < total;
      return { object: 'list' as const, page, pageSize, total, hasMore, data: items };
    },

    async get(request: FastifyRequest, id: string): Promise<R> {
      const record = isId(idPrefixes.text, id)
        ? await getTextCheck<R>(bus, scopeOf(request), id, request.id)
        : undefined;
      if (!record) throw noCheck(id);
      return record;
    },

    /**
     * Submits a rewrite of a check.
     * @param body as the contract read it; null where the route takes none, which is the default of the main site
     */
    async fix(request: FastifyRequest, checkId: string, body: FixBody | null) {
      if (!isId(idPrefixes.text, checkId)) throw noCheck(checkId);
      const how = body ?? { strategy: 'rewrite', mode: 'content' };
      return submitOnce(deps, request, {
        item: 'rewrite',
        body,
        newOperationId: () => createId(idPrefixes.fix),
        owner: (operationId, scope) =>
          rewriteSubmission(bus, { operationId, scope, checkId, ...how, requestId: request.id }),
        accepted: (_, charged) => ({
          taken: { id: checkId, object, fixStatus: 'processing' as const },
          charged,
        }),
      });
    },

    async remove(request: FastifyRequest, id: string) {
      const deleted =
        isId(idPrefixes.text, id) && (await deleteTextCheck(bus, scopeOf(request), id, request.id));
      if (!deleted) throw noCheck(id);
      return { id, object, deleted: true as const };
    },
  };
}

const shownIdLength = 64;

const noCheck = (id: string) =>
  new RequestFailure({
    code: 'not_found',
    message: `there is no text check ${JSON.stringify(id.slice(0, shownIdLength))} in this scope`,
  });
