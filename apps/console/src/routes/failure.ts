import { type ErrorCode, errorStatus, unroutedErrorCodes } from '@redline/contracts';
import type { HttpFault } from '@redline/service-kit/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodError } from 'zod';

/** The codes of the API, and the console's own. */
const statusOf = {
  ...errorStatus,
  forbidden: 403,
  sign_up_closed: 403,
  email_not_verified: 403,
  wrong_credentials: 401,
  invalid_token: 400,
} as const satisfies Readonly<Record<ErrorCode, number>> & Readonly<Record<string, number>>;

export interface Failure {
  readonly code: keyof typeof statusOf;
  /** A sentence that a person can act on. */
  readonly message: string;
  readonly retryAfterSeconds?: number;
  readonly issues?: readonly { readonly field: string; readonly message: string }[];
}

/** Thrown by a route; the error handler renders it. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }

  /** Tells the server that the answer is chosen. */
  get statusCode(): number {
    return statusOf[this.failure.code];
  }
}

/** Builds the error of a body or query that breaks its schema. */
export function invalid(error: ZodError): RequestError {
  const issues = error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  const message = issues
    .map((issue) => (issue.field ? `${issue.field}: ${issue.message}` : issue.message))
    .join('; ');
  return new RequestError({ code: 'invalid_request', message, issues });
}

/** Builds the body of an answer that is an error. */
export const failureBody = ({ code, message, issues }: Failure, requestId: string) => ({
  success: false as const,
  error: message,
  code,
  requestId,
  ...(issues && { issues }),
});

function sendFailure(request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply {
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds);
  return reply
    .status(statusOf[failure.code])
    .header('content-type', 'application/json; charset=utf-8')
    .send(failureBody(failure, request.id));
}

/** Renders every error that no route rendered, without internal details. */
export function renderFault(
  fault: HttpFault,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  if (error instanceof RequestError) return sendFailure(request, reply, error.failure);
  const code = unroutedErrorCodes[fault.kind];
  const message = code === 'internal' ? 'something failed on our side; it is safe to retry' : fault.message;
  return sendFailure(request, reply, { code, message });
}

/** Builds the body of the answer to input that never becomes a request. */
export const unparsedBody = (fault: HttpFault, requestId: string) =>
  failureBody({ code: unroutedErrorCodes[fault.kind], message: fault.message }, requestId);
