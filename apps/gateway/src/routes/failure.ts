import { type ErrorCode, errorStatus, type Issue } from '@redline/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The codes of the API, and one that only the internal listener has: a member's role is too low. */
const statusOf = { ...errorStatus, forbidden: 403 } as const;

/** An error response, before it is rendered. */
export interface Failure {
  readonly code: ErrorCode | 'forbidden';
  /** A sentence that a developer can act on. */
  readonly message: string;
  /** Rendered with a 402. */
  readonly credits?: { readonly requiredCredits: number; readonly currentBalance: number };
  readonly retryAfterSeconds?: number;
  /** Rendered with a 403: the lowest plan that includes it. */
  readonly requiredPlan?: string | undefined;
  /** Rendered with a 400: each fault by itself. */
  readonly issues?: readonly Issue[] | undefined;
}

/** Thrown by a route; the error handler renders it. */
export class RequestError extends Error {
  readonly failure: Failure;
  readonly statusCode: number;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'RequestError';
    this.failure = failure;
    this.statusCode = statusOf[failure.code];
  }
}

/** Builds the body of an error response (document 4, "Envelope"). */
export function failureBody(failure: Failure, requestId: string) {
  const { code, message, credits, requiredPlan, issues } = failure;
  return {
    success: false as const,
    error: message,
    code,
    requestId,
    ...credits,
    ...(requiredPlan && { requiredPlan }),
    ...(issues && { issues }),
  };
}

/** Sends an error response. */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply {
  if (failure.code === 'unauthorized') reply.header('www-authenticate', 'Bearer');
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds);
  return reply
    .status(statusOf[failure.code])
    .header('content-type', 'application/json; charset=utf-8')
    .send(failureBody(failure, request.id));
}
