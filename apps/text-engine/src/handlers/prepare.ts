import { idSchema, textCheckBody, type textRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import type { CheckWrites } from '../store/check-writes.ts';

/**
 * Inserts a check and says what is to be paid for. The answer to an id is the same each time: one line, named by it.
 * The body is validated once more: the edge is not the only one that submits.
 */
export function prepare({
  writes,
  sites,
}: Pick<Deps, 'sites'> & { readonly writes: Pick<CheckWrites, 'insert'> }): RequestHandler<
  typeof textRequests.prepare
> {
  const idOfCheck = idSchema('text');
  const bodies = new Map(sites.map((site) => [site.id as string, textCheckBody(site)]));
  return async ({ operationId, scope, deadlineMs, check }) => {
    const body = bodies.get(scope.siteId);
    if (!body) return refused('not_found', `there are no text checks on the site ${scope.siteId}`);
    if (!idOfCheck.safeParse(operationId).success) {
      return refused('invalid_request', 'operationId must be an id of the form text_…');
    }
    const read = body.safeParse(check);
    if (!read.success) {
      return refused('invalid_request', read.error.issues[0]?.message ?? 'the check cannot be read');
    }
    const outcome = await writes.insert({ id: operationId, scope, deadlineMs, ...read.data });
    if (outcome === 'too_late') return { outcome };
    return { outcome: 'prepared', lines: [{ lineId: operationId, item: 'text_check', quantity: 1 }] };
  };
}

const refused = (code: 'invalid_request' | 'not_found', message: string) =>
  ({ outcome: 'refused', code, message }) as const;
