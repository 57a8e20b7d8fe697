import { RedlineConnectionError, RedlineError, RedlineTimeoutError } from '@redline/client';
import type { Server } from './server.ts';

/** A server that cannot be reached, refuses, or fails. Its message is a sentence for the user. */
export class ServerError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ServerError';
  }
}

/**
 * Says what the client of a server has thrown in a sentence for the user, in the words of the server where it has any.
 * @returns a ServerError; what is no failure of the server, as it is
 */
export function serverErrorOf({ url }: Server, error: unknown): unknown {
  if (error instanceof RedlineConnectionError) {
    return new ServerError(`${url} cannot be reached: ${reasonOf(error)}`, { cause: error });
  }
  if (error instanceof RedlineTimeoutError) {
    return new ServerError(`${url} is too slow: ${error.message}`, { cause: error });
  }
  if (!(error instanceof RedlineError)) return error;
  const { status, code, message } = error;
  const said =
    code === 'unexpected_answer'
      ? `has answered ${status}, and not as Redline does: is it the address of a server?`
      : `has answered ${status}: ${message} (${code})`;
  return new ServerError(`${url} ${said}`, { cause: error });
}

/** Finds the innermost cause: `fetch failed` says nothing. What tried several addresses has a code in place of a message. */
function reasonOf(error: Error): string {
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
