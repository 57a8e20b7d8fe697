import type { AppRouter } from '@ts-rest/core';
import type { RouterImplementation } from '@ts-rest/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodError } from 'zod';
import type { Logger } from '../log/index.ts';
import type { Metrics } from '../metrics/index.ts';

/** Resolves when the part is well; rejects with the reason when it is not. */
export type Check = () => Promise<void>;
export interface OpsServer {
  readonly listen: () => Promise<{ readonly port: number }>;
  readonly close: () => Promise<void>;
}
export declare function createOpsServer(options: {
  readonly host: string;
  readonly port: number;
  readonly log: Logger;
  readonly checks: Readonly<Record<string, Check>>;
  readonly metrics: Metrics;
}): OpsServer;
/** The same three routes on a server that has others as well. */
export declare function registerOps(
  app: FastifyInstance,
  options: { readonly checks: Readonly<Record<string, Check>>; readonly metrics: Metrics },
): void;

/** What is wrong with a request or with us, before anybody renders it. */
export interface HttpFault {
  readonly status: 400 | 404 | 405 | 408 | 413 | 414 | 415 | 431 | 500 | 503;
  readonly kind:
    | 'malformed_body'
    | 'malformed_url'
    | 'not_found'
    | 'method_not_allowed'
    | 'body_too_large'
    | 'wrong_content_type'
    | 'invalid'
    | 'timeout'
    | 'unavailable'
    | 'internal';
  /** A plain sentence without anything internal. */
  readonly message: string;
}
export interface HttpServerOptions {
  readonly log: Logger;
  readonly bodyLimitBytes: number;
  readonly trustProxy: boolean | number | string;
  readonly requestTimeoutMs: number;
  readonly metrics?: Metrics;
  /** Renders every failure that no route rendered itself: malformed, too large, unknown route, bug. */
  readonly onFault: (
    fault: HttpFault,
    request: FastifyRequest,
    reply: FastifyReply,
    error: unknown,
  ) => FastifyReply | Promise<FastifyReply>;
}
/** A server with request ids (a sane incoming X-Request-Id is kept and answered), not yet listening. `request.id` is the request id. */
export declare function createHttpServer(options: HttpServerOptions): FastifyInstance;
/** A request that breaks the contract: the part that is wrong and its zod issues. */
export interface InvalidRequest {
  readonly part: 'body' | 'path' | 'query' | 'headers';
  readonly error: ZodError;
}
export type ContractHandlers<T extends AppRouter> = RouterImplementation<T>;
export declare function registerContract<T extends AppRouter>(
  app: FastifyInstance,
  contract: T,
  handlers: ContractHandlers<T>,
  options: {
    readonly onInvalid: (
      invalid: InvalidRequest,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => FastifyReply | Promise<FastifyReply>;
  },
): void;
