/**
 * The error codes of the API, with their HTTP statuses (documents 1, Errors, and 4, Envelope). Codes are stable; the
 * messages beside them are for people.
 */
export const errorStatus = {
  invalid_request: 400,
  idempotency_key_reused: 400,
  unauthorized: 401,
  insufficient_credits: 402,
  plan_required: 403,
  product_line_not_enabled: 403,
  tenant_scope_limit: 403,
  storage_limit: 403,
  not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** The code of a request that reached no route, by what was wrong with it. */
export const unroutedErrorCodes = {
  malformed_body: 'invalid_request',
  malformed_url: 'invalid_request',
  headers_too_large: 'invalid_request',
  timeout: 'invalid_request',
  not_found: 'not_found',
  method_not_allowed: 'method_not_allowed',
  body_too_large: 'payload_too_large',
  wrong_content_type: 'unsupported_media_type',
  unavailable: 'internal',
  internal: 'internal',
} as const satisfies Readonly<Record<string, ErrorCode>>;
