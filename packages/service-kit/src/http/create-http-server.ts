import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import {
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import type { Logger } from '../log/index.ts';
import type { Metrics } from '../metrics/index.ts';
import { isTracing } from '../tracing/span.ts';
import { traceRequests } from '../tracing/trace-requests.ts';
import { closeConnectionsInTime } from './close-connections.ts';
import {
  faultOf,
  faultOfSocketError,
  type HttpFault,
  hostMissing,
  methodNotAllowed,
  notFound,
} from './faults.ts';
import { requestIdOf } from './request-id.ts';
import { endSlowBodies } from './slow-bodies.ts';

export interface HttpServerOptions {
  readonly log: Logger;
  readonly bodyLimitBytes: number;
  /** Whose `X-Forwarded-For` is believed: nobody's, everybody's, or that of addresses and networks. */
  readonly trustProxy: boolean | string | string[];
  /** From the first byte of a request to its last. */
  readonly requestTimeoutMs: number;
  /** The same for routes whose config says `longBody`; the other limit is then one for headers and one for bodies. */
  readonly longRequestTimeoutMs?: number;
  readonly metrics?: Metrics;
  /** Renders every failure that no route rendered itself: malformed, too large, unknown path, wrong method, bug. */
  readonly onFault: (
    fault: HttpFault,
    request: FastifyRequest,
    reply: FastifyReply,
    error: unknown,
  ) => FastifyReply | Promise<FastifyReply>;
  /** The JSON body for what is no HTTP request at all, written to the bare socket. */
  readonly renderUnparsed: (fault: HttpFault, requestId: string) => unknown;
  /** Headers beside it, for whoever is at this address; must not reject. */
  readonly unparsedHeaders?: (address: string) => Promise<Readonly<Record<string, string>>>;
}

/** How long an idle connection stays open: above the usual 60 s of load balancers, which otherwise meet a closing one. */
const keepAliveTimeoutMs = 65_000;
/** By so much a request may outlast its time; Node looks every 30 s by itself. */
const checkConnectionsEveryMs = 1_000;

/**
 * A server that does not listen yet. `request.id` is the request id, answered as `X-Request-Id` on every response;
 * one log line a response, without query, body or headers.
 */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { log, metrics, onFault } = options;
  const loggerInstance: FastifyBaseLogger = log;
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: options.bodyLimitBytes,
    trustProxy: options.trustProxy,
    requestTimeout: options.longRequestTimeoutMs ?? options.requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Node's own 400 has no body; a missing Host is refused below.
    http: { requireHostHeader: false, connectionsCheckingInterval: checkConnectionsEveryMs },
    genReqId: (request) => requestIdOf(request.headers),
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      void onFault(faultOf(error), request, reply, error);
    },
    clientErrorHandler: (error, socket) => {
      answerBareSocket(options, error, socket).catch((fault: unknown) => {
        log.error({ err: fault }, 'what is no request could not be answered');
        socket.destroy();
      });
    },
    routerOptions: { maxParamLength: 512 },
  });
  // Above the request's, which it is by default (60 s), Node exchanges the two and waits that long for a body.
  app.server.headersTimeout = options.requestTimeoutMs;
  if (options.longRequestTimeoutMs !== undefined) endSlowBodies(app, options.requestTimeoutMs);
  closeConnectionsInTime(app);
  if (isTracing()) traceRequests(app);
  // An expectation that is not known may be ignored (RFC 9110, 10.1.1); Node's own 417 has no body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    const { httpVersion, headers } = request.raw;
    if (httpVersion === '1.1' && headers.host === undefined)
      await onFault(hostMissing, request, reply, undefined);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    metrics?.httpSeconds.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    const line = { requestId: request.id, method, route, status: reply.statusCode };
    log.info({ ...line, durationMs: Math.round(reply.elapsedTime * 10) / 10 }, 'answered');
  });
  app.setErrorHandler((error, request, reply) => {
    const fault = faultOf(error);
    // Whoever throws an error with a status has chosen the answer.
    const chosen = error instanceof Error && 'statusCode' in error;
    if (fault.kind === 'internal' && !chosen) request.log.error({ err: error }, 'a route failed');
    return onFault(fault, request, reply, error);
  });
  const missed = (request: FastifyRequest, reply: FastifyReply) => answerMissed(app, onFault, request, reply);
  // Before a body is read: what it is changes nothing where nobody takes it.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.is404) void (async () => missed(request, reply))().catch(done);
    else done(null, payload);
  });
  app.setNotFoundHandler(missed);
  return app;
}

function answerMissed(
  app: FastifyInstance,
  onFault: HttpServerOptions['onFault'],
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const allowed = methodsAt(app, request.url);
  // A route that answers "not found" itself, as one for files does, comes here too.
  const missed = allowed.length === 0 || allowed.some((method) => method === request.method);
  if (missed) return onFault(notFound, request, reply, undefined);
  reply.header('allow', allowed.join(', '));
  return onFault(methodNotAllowed(allowed), request, reply, undefined);
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Asked only for a path that missed: six look-ups in the router, instead of a second table beside it. */
function methodsAt(app: FastifyInstance, url: string): string[] {
  const path = url.split('?', 1)[0] ?? url;
  return methods.filter((method) => app.findRoute({ method, url: path }) !== null);
}

const answered = new WeakSet<Socket>();

async function answerBareSocket(
  options: HttpServerOptions,
  error: ConnectionError,
  socket: Socket,
): Promise<void> {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  // The rest of what was sent fails as well, while the first answer is still being made.
  if (answered.has(socket)) return;
  answered.add(socket);
  const fault = faultOfSocketError(error.code);
  const requestId = randomUUID();
  const body = JSON.stringify(options.renderUnparsed(fault, requestId));
  const headers = (await options.unparsedHeaders?.(socket.remoteAddress ?? '')) ?? {};
  const head = [
    `HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  options.log.info({ requestId, code: error.code, status: fault.status }, 'not a request');
}
