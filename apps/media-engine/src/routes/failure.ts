import { type ErrorCode, errorStatus, type Issue, unroutedErrorCodes } from '@redline/contracts';
import type { HttpFault } from '@redline/service-kit/http';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  /** Status of an answer that is not the usual one of its code. */
  readonly status?: 408 | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** Rendered with a 400: the fields that are wrong. */
  readonly issues?: readonly Issue[] | undefined;
}

/** Translates an error of the HTTP layer to the contract. */
export function failureOf({ kind, message }: HttpFault): Failure {
  const code = unroutedErrorCodes[kind];
  if (code === 'internal') return { code, message: 'something failed on our side; it is safe to retry' };
  if (kind === 'wrong_content_type') return { code, message: 'the form must be sent as multipart/form-data' };
  return { code, message };
}

/** Renders the envelope of a failure (document 4). */
export const failureBody = ({ code, message, issues }: Failure, requestId: string) => ({
  success: false,
  error: message,
  code,
  requestId,
  ...(issues && errorStatus[code] === 400 && { issues }),
});

export function sendFailure(request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply {
  // 401 names the accepted scheme (RFC 9110, 11.6.1): a form signed by an upload policy.
  if (failure.code === 'unauthorized') reply.header('www-authenticate', 'UploadPolicy');
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds);
  return reply
    .status(failure.status ?? errorStatus[failure.code])
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(failureBody(failure, request.id));
}
