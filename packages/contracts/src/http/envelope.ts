import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { errorStatus } from '../errors.ts';

const codes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

/** The body of every failure. `requestId` repeats the `X-Request-Id` header. */
export const failureSchema = z.object({
  success: z.literal(false),
  error: z.string().describe('A sentence that names the field and the accepted values'),
  code: z.enum(codes),
  requestId: z.string(),
});

/** The body of a 402: what the call costs and what there is. */
export const insufficientCreditsSchema = failureSchema.extend({
  requiredCredits: z.number().int(),
  currentBalance: z.number().int(),
});

/** Wraps a payload in the success envelope. */
export function success<T extends z.ZodTypeAny>(data: T) {
  return z.object({ success: z.literal(true), data });
}

/** The failures any route can answer with; a route adds 402 or 404 where it has them. */
export const commonFailures = {
  400: failureSchema,
  401: failureSchema,
  429: failureSchema,
  500: failureSchema,
} as const;

/** The answer of a submission that was taken; the verdict follows under the same id. */
export function acceptedSchema(object: string) {
  return z.object({ id: z.string(), object: z.literal(object), status: z.literal('processing') });
}

/** The answer of a delete. */
export function deletedSchema(object: string) {
  return z.object({ id: z.string(), object: z.literal(object), deleted: z.literal(true) });
}

/** One page of a list, newest first. */
export function listSchema<T extends z.ZodTypeAny>(item: T) {
  return z.object({
    object: z.literal('list'),
    page: z.number().int(),
    pageSize: z.number().int(),
    total: z.number().int(),
    hasMore: z.boolean(),
    data: z.array(item),
  });
}

/** A whole number in a query string: digits only, so that `1.5`, `0x10`, `1e2` and repeated parameters are refused. */
function queryInteger(name: string, min: number, max: number, otherwise: number) {
  const sentence = `${name} must be a whole number from ${min} to ${max}`;
  return z.preprocess(
    (value) =>
      value === undefined
        ? otherwise
        : typeof value === 'string' && /^[0-9]{1,9}$/.test(value)
          ? Number(value)
          : Number.NaN,
    z
      .number({ invalid_type_error: sentence })
      .int(sentence)
      .min(min, sentence)
      .max(max, sentence)
      .default(otherwise),
  );
}

/** Which page of a list. */
export const pagingSchema = z.object({
  page: queryInteger('page', 1, 999_999_999, 1),
  pageSize: queryInteger('pageSize', 1, 50, 20),
});

/** Headers every call may send. */
export const tenantIdPattern = /^[A-Za-z0-9_.:-]{1,64}$/;
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;
