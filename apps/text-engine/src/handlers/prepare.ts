import {
  type BillLine,
  type Issue,
  idSchema,
  issuesOf,
  mainTextCheckBody,
  productLineNames,
  type QuotedLine,
  type Refused,
  refused,
  refusedFields,
  type Scope,
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
  const bodyOf = submissionReader(sites);
  return async ({ operationId, scope, deadlineMs, check, batchId = null }) => {
    if (!idOfCheck.safeParse(operationId).success) {
      return refused('invalid_request', 'operationId must be an id of the form text_…');
    }
    const body = bodyOf(scope, check);
    if ('outcome' in body) return body;
    const outcome = await writes.insert({ id: operationId, scope, deadlineMs, batchId, ...body });
    if (outcome === 'too_late') return { outcome };
    return { outcome: 'prepared', lines: [lineOf(operationId, body)] };
  };
}

/** Says what a check would be paid for, without inserting it: one line, and one for the rewrite that may follow by itself. */
export function quote({ sites }: Pick<Deps, 'sites'>): RequestHandler<typeof textRequests.quote> {
  const bodyOf = submissionReader(sites);
  return async ({ scope, check }) => {
    const body = bodyOf(scope, check);
    if ('outcome' in body) return body;
    const later = body.autoFix ? [{ item: 'rewrite' as const, quantity: 1 }] : [];
    return { outcome: 'quoted', lines: [quotedLineOf(body)], laterLines: later };
  };
}

/** Returns the reader of submissions: the body of a check, or why it is refused. */
function submissionReader(sites: readonly Site[]) {
  const readers = new Map(sites.map((site) => [site.id as string, readerOf(site)]));
  return ({ siteId }: Scope, check: unknown): Body | Refused => {
    const read = readers.get(siteId);
    if (!read) return refused('not_found', `there are no text checks on the site ${siteId}`);
    const body = read(check);
    return 'issues' in body ? refusedFields(body.issues) : body;
  };
}

type Body = Omit<NewCheck, 'id' | 'scope' | 'deadlineMs' | 'batchId'>;
type Reader = (check: unknown) => Body | { readonly issues: readonly Issue[] };

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
    return { issues: issuesOf(read.error) };
  };
}

const lineOf = (lineId: string, body: Body): BillLine => ({ lineId, ...quotedLineOf(body) });

/** One text check; a product line that must be enabled is named. */
function quotedLineOf({ productVertical }: Body): QuotedLine {
  const productLine = productLineNames.find((name) => name === productVertical);
  return { item: 'text_check', quantity: 1, ...(productLine && { productLine }) };
}
