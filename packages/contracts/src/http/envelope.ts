import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { errorStatus } from '../errors.ts';
import { creditCostField } from './quotes.ts';

const codes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

/** The body of every error response. `requestId` repeats the `X-Request-Id` header. */
export const failureSchema = z.object({
  success: z.literal(false),
  error: z.string().describe('A sentence that names the field and the accepted values'),
  code: z.enum(codes),
  requestId: z.string(),
});

/** The body of a 402: the credits required and the balance. */
export const insufficientCreditsSchema = failureSchema.extend({
  requiredCredits: z.number().int(),
  currentBalance: z.number().int(),
});

/** Wraps a payload in the success envelope. */
export function success<T extends z.ZodTypeAny>(data: T) {
  return z.object({ success: z.literal(true), data });
}

/** The error responses of every route; a route adds 402, 403 or 404 if it has them. */
export const commonFailures = {
  400: failureSchema,
  401: failureSchema,
  429: failureSchema,
  500: failureSchema,
} as const;

/** Builds the answer to an accepted submission; the verdict follows under the same id. */
export function acceptedSchema(object: string) {
  return z.object({
    id: z.string(),
    object: z.literal(object),
    status: z.literal('processing'),
    creditCost: creditCostField,
  });
}

/** Builds the answer to a delete. */
export function deletedSchema(object: string) {
  return z.object({ id: z.string(), object: z.literal(object), deleted: z.literal(true) });
}

/** Builds one page of a list, newest first. */
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

/**
 * Builds the schema of a whole number in a query string: digits only, so `1.5`, `0x10`, `1e2` and repeated parameters
 * are refused.
 */
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

/** Query of a page of a list. */
export const pagingSchema = z.object({
  page: queryInteger('page', 1, 999_999_999, 1),
  pageSize: queryInteger('pageSize', 1, 50, 20),
});

/** The optional headers of every request. */
export const tenantIdPattern = /^[A-Za-z0-9_.:-]{1,64}$/;
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;
