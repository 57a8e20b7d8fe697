import type { AppRouter } from '@ts-rest/core';
import { initServer, type RequestValidationError, type RouterImplementation } from '@ts-rest/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodError } from 'zod';

// The only file that imports @ts-rest/fastify: replacing it touches this file and the contracts.

/** A request that breaks the contract: the first invalid part, and its errors. */
export interface InvalidRequest {
  readonly part: 'body' | 'path' | 'query' | 'headers';
  readonly error: ZodError;
}

/** A handler for each route of a contract; a missing one, or one with a wrong answer, does not compile. */
export type ContractHandlers<T extends AppRouter> = RouterImplementation<T>;

/**
 * Returns the reply of a request, for routes that need it. @ts-rest/fastify 3.52 has the type arguments in the order of
 * Fastify 4, so that its value is a FastifyReply and its type is not.
 */
export const replyOf = (handed: object): FastifyReply => handed as FastifyReply;

export interface RegisterContractOptions {
  /** Renders a request that breaks the contract. */
  readonly onInvalid: (invalid: InvalidRequest, request: FastifyRequest, reply: FastifyReply) => void;
}

/**
 * Registers a contract's routes. Requests are validated by the contract; answers are checked by the compiler only.
 * @param app must have its error handler already: the routes inherit it here; without it malformed JSON is not answered
 *   in the envelope
 */
export function registerContract<T extends AppRouter>(
  app: FastifyInstance,
  contract: T,
  handlers: ContractHandlers<T>,
  options: RegisterContractOptions,
): void {
  const server = initServer();
  void app.register(server.plugin(server.router(contract, handlers)), {
    logInitialization: false,
    jsonQuery: false,
    responseValidation: false,
    requestValidationErrorHandler: (error, request, reply) =>
      options.onInvalid(invalidOf(error), request, reply),
  });
}

function invalidOf(error: RequestValidationError): InvalidRequest {
  if (error.body) return { part: 'body', error: error.body };
  if (error.pathParams) return { part: 'path', error: error.pathParams };
  if (error.query) return { part: 'query', error: error.query };
  if (error.headers) return { part: 'headers', error: error.headers };
  throw error;
}
