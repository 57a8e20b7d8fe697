import { type ErrorCode, errorStatus } from '@redline/contracts';
import type { JsonObject } from './hoist.ts';
import { failureNames } from './schema-names.ts';

const meanings: Readonly<Record<string, string>> = {
  200: 'Done',
  201: 'Accepted or created',
  204: 'The stream was seen to its end; there is nothing more, and `EventSource` stops here',
  400: 'Invalid parameters: the sentence names the field and the accepted values, `issues` each fault by itself',
  401: 'The API key is missing, invalid, revoked or expired, or belongs to another site',
  402: 'Not enough credits; nothing was charged',
  403: 'The plan does not include this, the product line is not enabled, or a limit of the account or key is reached',
  404: 'There is no such record in this scope',
  405: 'The path exists, the method does not; see the Allow header',
  413: 'The body is too large',
  415: 'The body is not application/json',
  429: 'Too many requests in this minute; see Retry-After',
  500: 'Server error; nothing was charged and it is safe to retry',
};

const headerMeanings = {
  'X-Request-Id': 'Name it when you ask for help',
  'X-RateLimit-Limit': 'Requests of this kind in a minute',
  'X-RateLimit-Remaining': 'Requests of this kind left in this minute',
  'X-RateLimit-Reset': 'Seconds until the minute ends',
  'Retry-After': 'Seconds to wait',
  'Idempotent-Replayed':
    '`true` where an earlier request with the same Idempotency-Key was answered with this',
  'Preference-Applied': '`wait=SECONDS` where the answer has waited because of the header Prefer',
} as const;
type HeaderName = keyof typeof headerMeanings;

const stringHeaders: readonly string[] = ['X-Request-Id', 'Idempotent-Replayed', 'Preference-Applied'];

/** The headers that responses refer to. */
export const headerComponents = Object.fromEntries(
  Object.entries(headerMeanings).map(([name, description]) => [
    name,
    { description, schema: { type: stringHeaders.includes(name) ? 'string' : 'integer' } },
  ]),
);

const headersOf = (names: readonly HeaderName[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
const headersOfAll = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const;

/** Sentences of errors for the examples, by code. */
const sentences: Readonly<Record<ErrorCode, string>> = {
  invalid_request: 'text must have 10 to 5000 characters',
  idempotency_key_reused: 'this Idempotency-Key was used with another body; send a new key',
  unauthorized: 'this API key was revoked',
  insufficient_credits: 'this takes 2 credits and there are 1',
  plan_required:
    "batches need the plan premium or a higher one; the account's plan on the site us is standard",
  product_line_not_enabled:
    'the product line duanju is not enabled for this account and has 0 of 3 trial uses left',
  tenant_scope_limit: 'this API key has opened as many tenant scopes as it may',
  storage_limit: 'this account stores as many files as it may',
  not_found: 'there is no text check "text_01jd8q3h6fe1r9e5k0v7m2n4p8" in this scope',
  method_not_allowed: 'this path takes GET, POST',
  payload_too_large: 'the body is larger than 2097152 bytes',
  unsupported_media_type: 'the body must be application/json',
  rate_limited: 'too many requests; the limit starts anew in 12 s',
  internal: 'something failed on our side; it is safe to retry',
};

const more: Readonly<Partial<Record<ErrorCode, JsonObject>>> = {
  invalid_request: { issues: [{ path: 'text', message: sentences.invalid_request }] },
  insufficient_credits: { requiredCredits: 2, currentBalance: 1 },
  plan_required: { requiredPlan: 'premium' },
};

const exampleOf = (code: ErrorCode): JsonObject => ({
  success: false,
  error: sentences[code],
  code,
  requestId: '9fc11e2c-fbee-4677-bba2-de43c846effa',
  ...more[code],
});

/** Returns the answer of an error status, with an example for each of its codes. */
function failureResponse(status: keyof typeof failureNames): JsonObject {
  const codes = (Object.keys(errorStatus) as ErrorCode[]).filter((code) => errorStatus[code] === status);
  const names: readonly HeaderName[] = status === 429 ? [...headersOfAll, 'Retry-After'] : headersOfAll;
  const examples = Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }]));
  const schema = { $ref: `#/components/schemas/${failureNames[status]}` };
  return {
    description: meanings[status] ?? '',
    headers: headersOf(names),
    content: { 'application/json': { schema, examples } },
  };
}

type FailureStatus = keyof typeof failureNames;
const failureStatuses = Object.keys(failureNames).map((status) => Number(status) as FailureStatus);

/** The answers of errors, by the names of their bodies. */
export const responseComponents: JsonObject = Object.fromEntries(
  failureStatuses.map((status) => [failureNames[status], failureResponse(status)]),
);

/** Returns the reference to the answer of an error status. */
export const failureRef = (status: string): JsonObject => ({
  $ref: `#/components/responses/${failureNames[Number(status) as FailureStatus]}`,
});

/** Returns the description and headers of a success: of a replay, and of an answer that waits, where it may be one. */
export const successParts = (
  status: string,
  { mayBeReplay, mayWait }: { readonly mayBeReplay: boolean; readonly mayWait: boolean },
): JsonObject => ({
  description: meanings[status] ?? status,
  headers: headersOf([
    ...headersOfAll,
    ...(mayBeReplay ? (['Idempotent-Replayed'] as const) : []),
    ...(mayWait ? (['Preference-Applied'] as const) : []),
  ]),
});

export const isFailureStatus = (status: string): boolean => status in failureNames;
