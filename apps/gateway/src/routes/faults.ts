import { issuesMax, unroutedErrorCodes } from '@redline/contracts';
import type { HttpFault, InvalidRequest } from '@redline/service-kit/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodIssue } from 'zod';
import type { Admission } from './admission.ts';
import { type Failure, failureBody, type Issue, RequestError, sendFailure } from './failure.ts';
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

const sentencesMax = 5;

/** Returns the place of a list entry, since the messages of the schemas name only the field of the entry. */
function placeOf(path: readonly (string | number)[]): string {
  const entry = path.findLastIndex((step) => typeof step === 'number');
  if (entry < 0) return '';
  const place = path.slice(0, entry + 1).map((step) => (typeof step === 'number' ? `[${step}]` : step));
  return entry === path.length - 1 ? `${place.join('')} ` : `${place.join('')}.`;
}

/** Writes the path of a field as clients write it in their language: `images[2].url`. */
const pathOf = (path: readonly (string | number)[]): string =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');

/** Builds the message of one issue: an entry of a list is named by its place. */
function sentenceOf({ path, message, code }: ZodIssue, part: InvalidRequest['part']): string {
  if (path.length === 0 && part === 'body' && code === 'invalid_type')
    return 'the body must be a JSON object';
  const isEntry = typeof path.at(-1) === 'number';
  return `${placeOf(path)}${isEntry ? message.replace(/^an entry of \w+ /, '') : message}`;
}

/** Renders a request that breaks the contract: the message of each field, from the schemas. */
export function sendInvalid(
  invalid: InvalidRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const found = invalid.error.issues
    .slice(0, issuesMax)
    .map((issue): Issue => ({ path: pathOf(issue.path), message: sentenceOf(issue, invalid.part) }));
  // A value that breaks several bounds of its field is told the accepted values once.
  const issues = [...new Map(found.map((issue) => [`${issue.path}\n${issue.message}`, issue])).values()];
  const sentences = new Set(issues.slice(0, sentencesMax).map(({ message }) => message));
  return sendFailure(request, reply, {
    code: 'invalid_request',
    message: [...sentences].join('; '),
    issues,
  });
}
