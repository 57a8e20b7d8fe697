import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { errorStatus } from '../errors.ts';
import { issueSchema, issuesMax } from './issues.ts';
import { creditCostField } from './quotes.ts';

const codes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

/** The body of every error response. `requestId` repeats the `X-Request-Id` header. */
export const failureSchema = z.object({
  success: z.literal(false),
  error: z.string().describe('A sentence that names the field and the accepted values'),
  code: z.enum(codes),
  requestId: z.string(),
});

type Status = (typeof errorStatus)[ErrorCode];

const codesOf = (status: Status) =>
  codes.filter((code) => errorStatus[code] === status) as [ErrorCode, ...ErrorCode[]];
const failureWith = (status: Status) => failureSchema.extend({ code: z.enum(codesOf(status)) });

/** The body of a 402: the credits required and the balance. */
export const insufficientCreditsSchema = failureWith(402).extend({
  requiredCredits: z.number().int().describe('Credits that the submission would take'),
  currentBalance: z.number().int().describe('Credits that can be spent now'),
});

/** The bodies of error responses by their status, each with the codes that it may have. */
export const failures = {
  400: failureWith(400).extend({
    issues: z
      .array(issueSchema)
      .max(issuesMax)
      .optional()
      .describe('Each fault by itself, with its field; the first 50. Absent where no field is at fault'),
  }),
  401: failureWith(401),
  402: insufficientCreditsSchema,
  403: failureWith(403).extend({
    requiredPlan: z
      .string()
      .optional()
      .describe('With `plan_required`: the lowest plan of the site that includes it'),
  }),
  404: failureWith(404),
  405: failureWith(405),
  413: failureWith(413),
  415: failureWith(415),
  429: failureWith(429),
  500: failureWith(500),
} as const;

/** Wraps a payload in the success envelope. */
export function success<T extends z.ZodTypeAny>(data: T) {
  return z.object({ success: z.literal(true), data });
}

/** The error responses of every route; a route adds 402, 403 or 404 if it has them. */
export const commonFailures = {
  400: failures[400],
  401: failures[401],
  429: failures[429],
  500: failures[500],
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

/** Builds the schema of a whole number of a query string, once it is read. */
function wholeNumber(name: string, min: number, max: number) {
  const sentence = `${name} must be a whole number from ${min} to ${max}`;
  return z.number({ invalid_type_error: sentence }).int(sentence).min(min, sentence).max(max, sentence);
}

/** Reads a whole number of a query string: digits only, so `1.5`, `0x10`, `1e2` and repeated parameters are refused. */
const readWhole = (value: unknown): number =>
  typeof value === 'string' && /^[0-9]{1,9}$/.test(value) ? Number(value) : Number.NaN;

/** Builds the schema of a whole number in a query string. */
function queryInteger(name: string, min: number, max: number, otherwise: number) {
  return z.preprocess(
    (value) => (value === undefined ? otherwise : readWhole(value)),
    wholeNumber(name, min, max).default(otherwise),
  );
}

/** How long a submission may wait for its record, in seconds. */
export const waitSecondsMax = 30;

/** Query of a submission whose record is ready in a moment. */
export const waitQuery = z.object({
  wait: z
    .preprocess(
      (value) => (value === undefined ? undefined : readWhole(value)),
      wholeNumber('wait', 0, waitSecondsMax).optional(),
    )
    .describe(
      'Seconds to wait for the end: the answer is then the record as it is by that time, finished or not. `Prefer: wait=SECONDS` does the same and is never refused',
    ),
});

/** Builds the answer to a submission that may be waited for: the record if it was, otherwise that it is accepted. */
export const acceptedOrRecord = <R extends z.ZodTypeAny, A extends z.ZodTypeAny>(record: R, accepted: A) =>
  success(
    z
      .union([record, accepted])
      .describe('That it is accepted; with `wait`, and as long as it can be read, the record itself'),
  );

/** Query of a page of a list. */
export const pagingSchema = z.object({
  page: queryInteger('page', 1, 999_999_999, 1),
  pageSize: queryInteger('pageSize', 1, 50, 20),
});

/** The optional headers of every request. */
export const tenantIdPattern = /^[A-Za-z0-9_.:-]{1,64}$/;
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;
