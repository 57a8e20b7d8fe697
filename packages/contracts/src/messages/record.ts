import { z } from 'zod';
import { request, scopeSchema } from './rows.ts';

/** The key of one record. */
export const recordKey = z.object({ scope: scopeSchema, id: z.string() });

/** The reply about a record that does not exist, or not in this scope. */
export const notFound = z.object({ outcome: z.literal('not_found') });

/** A field of requests: the locale of the explanations; the first locale of the site if absent. */
export const explainLocale = {
  locale: z.string().optional().describe('Locale of the explanations; the first of the site if absent'),
};

const timeoutMs = 3_000;

/**
 * Builds the requests by which the gateway reads and deletes the records of one kind.
 * @param subjectOf names the subject of each request
 * @param shape `record` and `item` as the sites render them, alone and in a list; `getFields` and `listFields` are
 *   further fields of the requests
 */
export const recordRequests = <
  R extends z.ZodTypeAny,
  I extends z.ZodTypeAny,
  G extends z.ZodRawShape,
  L extends z.ZodRawShape,
>(
  subjectOf: (question: 'get' | 'list' | 'delete') => string,
  shape: { readonly record: R; readonly item: I; readonly getFields: G; readonly listFields: L },
) => ({
  get: request({
    subject: subjectOf('get'),
    request: recordKey.extend(shape.getFields),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('found'), record: shape.record }),
      notFound,
    ]),
    timeoutMs,
  }),
  list: request({
    subject: subjectOf('list'),
    request: z.object({
      scope: scopeSchema,
      page: z.number().int(),
      pageSize: z.number().int(),
      ...shape.listFields,
    }),
    reply: z.object({ total: z.number().int(), items: z.array(shape.item) }),
    timeoutMs,
  }),
  /** Cancels what is still processing; the cancelled event refunds it. */
  delete: request({
    subject: subjectOf('delete'),
    request: recordKey,
    reply: z.object({ outcome: z.enum(['deleted', 'not_found']) }),
    timeoutMs,
  }),
});
