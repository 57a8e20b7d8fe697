import { idPrefixes } from '@redline/contracts';
import { createId, isId } from '@redline/service-kit/ids';
import type { FastifyRequest } from 'fastify';
import type { ItemOf, RecordOf } from '../clients/records.ts';
import { type SubmittedFields, submissionPorts } from '../clients/submission-ports.ts';
import { answerQuote } from './quotes.ts';
import { recordNotFound, recordRoutes } from './records.ts';
import { creditCostOf, type SubmissionDeps, submitOnce } from './submission.ts';

type FixBody = Pick<SubmittedFields<'rewrite'>, 'strategy' | 'mode'>;

/** The rewrite of a site whose route takes no body: the default of the main site. */
const defaultFix: FixBody = { strategy: 'rewrite', mode: 'content' };

/**
 * Returns the handlers of the text checks of a site.
 * @param object the type name of its records
 * @template R a record, and `I` a list item, as the site's contract types them
 */
export function textCheckRoutes<R extends RecordOf<'text'>, I extends ItemOf<'text'>>(
  object: R['object'],
  deps: SubmissionDeps,
) {
  return {
    ...recordRoutes<'text', R, I>('text', object, deps),

    /**
     * Submits a rewrite of a check.
     * @param body as the contract read it; null if the route takes none
     * @returns the accepted rewrite
     */
    async fix(request: FastifyRequest, checkId: string, body: FixBody | null) {
      if (!isId(idPrefixes.text, checkId)) throw recordNotFound('text', checkId);
      return submitOnce(deps, request, {
        item: 'rewrite',
        body,
        newOperationId: () => createId(idPrefixes.fix),
        owner: (operationId, context) =>
          submissionPorts(context, 'rewrite', operationId, { checkId, ...(body ?? defaultFix) }),
        accepted: (_, { charged }) => ({
          payload: { id: checkId, object, fixStatus: 'processing' as const, ...creditCostOf(charged) },
        }),
      });
    },

    /** Says what a rewrite would cost; begins none. */
    async quoteFix(request: FastifyRequest, checkId: string, body: FixBody | null) {
      if (!isId(idPrefixes.text, checkId)) throw recordNotFound('text', checkId);
      return answerQuote(deps.bus, request, 'rewrite', { checkId, ...(body ?? defaultFix) });
    },
  };
}
