import {
  type BillLine,
  idSchema,
  mainTextCheckBody,
  productLineNames,
  refused,
  type Site,
  textCheckBody,
  type textRequests,
} from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { z } from 'zod';
import type { Deps } from '../deps.ts';
import type { CheckWrites } from '../store/batched/check-writes.ts';
import type { NewCheck } from '../store/batched/insert-checks.ts';

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
  const readers = new Map(sites.map((site) => [site.id as string, readerOf(site)]));
  return async ({ operationId, scope, deadlineMs, check, batchId = null }) => {
    const read = readers.get(scope.siteId);
    if (!read) return refused('not_found', `there are no text checks on the site ${scope.siteId}`);
    if (!idOfCheck.safeParse(operationId).success) {
      return refused('invalid_request', 'operationId must be an id of the form text_…');
    }
    const body = read(check);
    if ('fault' in body) return refused('invalid_request', body.fault);
    const outcome = await writes.insert({ id: operationId, scope, deadlineMs, batchId, ...body });
    if (outcome === 'too_late') return { outcome };
    return { outcome: 'prepared', lines: [lineOf(operationId, body)] };
  };
}

type Body = Omit<NewCheck, 'id' | 'scope' | 'deadlineMs' | 'batchId'>;
type Reader = (check: unknown) => Body | { readonly fault: string };

/** Reads the submissions of a site. */
function readerOf(site: Site): Reader {
  if (site.kind === 'main') {
    const [explainLocale] = site.locales;
    return reading(mainTextCheckBody, ({ industryVertical, ...body }) => ({
      ...body,
      vertical: industryVertical,
      explainLocale,
    }));
  }
  return reading(textCheckBody(site), (body) => ({
    ...body,
    productVertical: null,
    sceneMode: null,
    autoFix: false,
  }));
}

function reading<T extends z.ZodTypeAny>(schema: T, bodyOf: (read: z.output<T>) => Body): Reader {
  return (check) => {
    const read = schema.safeParse(check);
    if (read.success) return bodyOf(read.data);
    return { fault: read.error.issues[0]?.message ?? 'the check cannot be read' };
  };
}

/** One text check; a product line that must be enabled is named. */
function lineOf(lineId: string, { productVertical }: Body): BillLine {
  const productLine = productLineNames.find((name) => name === productVertical);
  return { lineId, item: 'text_check', quantity: 1, ...(productLine && { productLine }) };
}
