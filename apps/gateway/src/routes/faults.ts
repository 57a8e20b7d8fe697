import { issuesOf, sentenceOf, unroutedErrorCodes } from '@redline/contracts';
import type { HttpFault, InvalidRequest } from '@redline/service-kit/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Admission } from './admission.ts';
import { type Failure, failureBody, RequestError, sendFailure } from './failure.ts';
import { setSecurityHeaders } from './security-headers.ts';

/** Converts an error to a failure without internal details. */
function failureOf(fault: HttpFault, error: unknown): Failure {
  if (error instanceof RequestError) return error.failure;
  if (fault.status === 414) return { code: 'not_found', message: 'there is nothing at this path' };
  const code = unroutedErrorCodes[fault.kind];
  return {
    code,
    message: code === 'internal' ? 'something failed on our side; it is safe to retry' : fault.message,
  };
}

/**
 * Creates the renderer of errors that no route rendered.
 * @param admission counts requests whose URL is so malformed that no hook ran
 */
export function createFaultRenderer(admission: () => Admission) {
  return async (
    fault: HttpFault,
    request: FastifyRequest,
    reply: FastifyReply,
    error: unknown,
  ): Promise<FastifyReply> => {
    const failure = failureOf(fault, error);
    if (reply.hasHeader('x-ratelimit-limit') || request.routeOptions?.config?.open) {
      return sendFailure(request, reply, failure);
    }
    setSecurityHeaders(reply);
    const counted = await admission().identify(request, reply);
    return sendFailure(request, reply, counted.failure ?? failure);
  };
}

/** Builds the body of the answer to input that Node's HTTP parser refuses, which never becomes a request. */
export const unparsedBody = (fault: HttpFault, requestId: string) =>
  failureBody({ code: unroutedErrorCodes[fault.kind], message: fault.message }, requestId);

/** Renders a request that breaks the contract: the message of each field, from the schemas. */
export function sendInvalid(
  invalid: InvalidRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const issues = issuesOf(invalid.error, invalid.part === 'body' ? 'body' : 'other');
  return sendFailure(request, reply, { code: 'invalid_request', message: sentenceOf(issues), issues });
}
