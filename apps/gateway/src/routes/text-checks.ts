import { type InternationalSite, idPrefixes, type internationalContract } from '@redline/contracts';
import type { ContractHandlers } from '@redline/service-kit/http';
import { createId, isId } from '@redline/service-kit/ids';
import { deleteTextCheck, getTextCheck, listTextChecks, textSubmission } from '../clients/text-engine.ts';
import { RequestFailure } from './failure.ts';
import { type SubmissionDeps, scopeOf, submitOnce } from './submission.ts';

type Handlers = Pick<
  ContractHandlers<ReturnType<typeof internationalContract>>,
  'createTextCheck' | 'listTextChecks' | 'getTextCheck' | 'deleteTextCheck'
>;

/** The text checks of one international site. */
export function textCheckRoutes(site: InternationalSite, deps: SubmissionDeps): Handlers {
  const { bus } = deps;
  const object = site.objects.textCheck;
  return {
    async createTextCheck({ body, request }) {
      const data = await submitOnce(deps, request, {
        item: 'text_check',
        body,
        newOperationId: () => createId(idPrefixes.text),
        owner: (operationId, scope) =>
          textSubmission(bus, { operationId, scope, check: body, requestId: request.id }),
        accepted: (id) => ({ id, object, status: 'processing' as const }),
      });
      return { status: 201, body: { success: true, data } };
    },

    async listTextChecks({ query, request }) {
      const { page, pageSize } = query;
      const { total, items } = await listTextChecks(bus, scopeOf(request), query, request.id);
      const hasMore = page * pageSize < total;
      const data = { object: 'list' as const, page, pageSize, total, hasMore, data: items };
      return { status: 200, body: { success: true, data } };
    },

    async getTextCheck({ params, request }) {
      const { id } = params;
      const record = isId(idPrefixes.text, id)
        ? await getTextCheck(bus, scopeOf(request), id, request.id)
        : undefined;
      if (!record) throw noCheck(id);
      return { status: 200, body: { success: true, data: record } };
    },

    async deleteTextCheck({ params, request }) {
      const { id } = params;
      const deleted =
        isId(idPrefixes.text, id) && (await deleteTextCheck(bus, scopeOf(request), id, request.id));
      if (!deleted) throw noCheck(id);
      return { status: 200, body: { success: true, data: { id, object, deleted: true } } };
    },
  };
}

const shownIdLength = 64;

const noCheck = (id: string) =>
  new RequestFailure({
    code: 'not_found',
    message: `there is no text check ${JSON.stringify(id.slice(0, shownIdLength))} in this scope`,
  });
