/** An error of a request or of the server, before it is rendered. */
export interface HttpFault {
  readonly status: 400 | 404 | 405 | 408 | 413 | 414 | 415 | 431 | 500 | 503;
  readonly kind:
    | 'malformed_body'
    | 'malformed_url'
    | 'not_found'
    | 'method_not_allowed'
    | 'body_too_large'
    | 'wrong_content_type'
    | 'headers_too_large'
    | 'timeout'
    | 'unavailable'
    | 'internal';
  /** A sentence for the client, without internal details. */
  readonly message: string;
}

const fault = (status: HttpFault['status'], kind: HttpFault['kind'], message: string): HttpFault => ({
  status,
  kind,
  message,
});

const malformedBody = fault(400, 'malformed_body', 'the body is not valid JSON');
const wrongType = fault(415, 'wrong_content_type', 'the content type must be application/json');

/** Faults by Fastify's error codes (its Errors reference). */
const faultsByCode: Readonly<Record<string, HttpFault>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: wrongType,
  FST_ERR_CTP_INVALID_TYPE: wrongType,
  FST_ERR_CTP_BODY_TOO_LARGE: fault(413, 'body_too_large', 'the body is too large'),
  FST_ERR_CTP_EMPTY_JSON_BODY: fault(400, 'malformed_body', 'the body is empty'),
  FST_ERR_CTP_INVALID_JSON_BODY: malformedBody,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: fault(
    400,
    'malformed_body',
    'the body is not as long as Content-Length says',
  ),
  FST_ERR_BAD_URL: fault(400, 'malformed_url', 'the path is not a valid URL'),
  FST_ERR_MAX_PARAM_LENGTH: fault(414, 'malformed_url', 'a part of the path is too long'),
  FST_ERR_ASYNC_CONSTRAINT: fault(500, 'internal', 'something went wrong on our side'),
};

const brokenOff = fault(400, 'malformed_body', 'the body broke off');

/** Returns whether the client of a request went away. A reset of an outgoing socket has a `syscall` instead. */
const isBrokenOff = (error: Error) => 'code' in error && error.code === 'ECONNRESET' && !('syscall' in error);

export const notFound = fault(404, 'not_found', 'there is nothing at this path');
export const hostMissing = fault(400, 'malformed_url', 'the Host header is missing');
export const internal = fault(500, 'internal', 'something went wrong on our side');
export const methodNotAllowed = (allowed: readonly string[]): HttpFault =>
  fault(405, 'method_not_allowed', `this path takes ${allowed.join(', ')}`);

/**
 * Converts an error before or inside a route to the fault that the client gets.
 * @param error as Fastify passes it
 * @returns the fault; anything unknown is `internal`
 */
export function faultOf(error: unknown): HttpFault {
  if (!(error instanceof Error)) return internal;
  if (isBrokenOff(error)) return brokenOff;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = faultsByCode[code];
  if (known) return known;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 400) return malformedBody;
  return internal;
}

/** Converts an error of the HTTP parser, before there is a request (Node's http, `clientError`). */
export function faultOfSocketError(code: string | undefined): HttpFault {
  if (code === 'HPE_HEADER_OVERFLOW') return fault(431, 'headers_too_large', 'the headers are too large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return fault(408, 'timeout', 'the request took too long to arrive');
  return fault(400, 'malformed_url', 'this is not a valid HTTP request');
}
