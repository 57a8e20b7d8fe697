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
import { frequentLines, type Logger } from '../log/index.ts';
import { exemplarOf, type Metrics } from '../metrics/index.ts';
import { isTracing, traceField } from '../tracing/span.ts';
import { traceparentOfRequest, traceRequests } from '../tracing/trace-requests.ts';
import { type Closing, closeConnectionsInTime } from './close-connections.ts';
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
  /** The proxies whose `X-Forwarded-For` is trusted: none, all, or addresses and networks. */
  readonly trustProxy: boolean | string | string[];
  /** Whether a `traceparent` decides the trace of its request, and whether that is sampled; false by default. */
  readonly trustTraceparent?: boolean;
  /** The time limit from the first byte of a request to its last. */
  readonly requestTimeoutMs: number;
  /** The same for routes with `longBody` in their config; `requestTimeoutMs` then limits headers, and other bodies. */
  readonly longRequestTimeoutMs?: number;
  readonly metrics?: Metrics;
  /** Returns more fields of the line that is logged for a request, such as who sent it; nothing that must not be logged. */
  readonly accessFields?: (request: FastifyRequest) => Readonly<Record<string, string | undefined>>;
  /** How the server ends its connections when the process is told to end. */
  readonly closing?: Closing;
  /** Renders every error that no route rendered: malformed, too large, unknown path, wrong method, bug. */
  readonly onFault: (
    fault: HttpFault,
    request: FastifyRequest,
    reply: FastifyReply,
    error: unknown,
  ) => FastifyReply | Promise<FastifyReply>;
  /** Returns the JSON body of the answer to input that is no HTTP request, written to the bare socket. */
  readonly renderUnparsed: (fault: HttpFault, requestId: string) => unknown;
  /** Returns the headers of that answer, by client address; must not reject. */
  readonly unparsedHeaders?: (address: string) => Promise<Readonly<Record<string, string>>>;
}

/**
 * How long an idle connection stays open: above the usual 60 s of load balancers, which otherwise use a closing one.
 */
const keepAliveTimeoutMs = 65_000;
/** The precision of request timeouts; Node's default is 30 s. */
const checkConnectionsEveryMs = 1_000;

/**
 * Creates a server that does not listen yet. `request.id` is the request id, sent as `X-Request-Id` with every
 * response. Each response is logged in one line, without query,
 * body or headers: the access log.
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
    // Node's own 400 has no body; a missing Host header is refused below.
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
  // If it were above the request timeout, as by default (60 s), Node would swap the two and wait that long for a body.
  app.server.headersTimeout = options.requestTimeoutMs;
  if (options.longRequestTimeoutMs !== undefined) endSlowBodies(app, options.requestTimeoutMs);
  closeConnectionsInTime(app, options.closing);
  if (isTracing()) traceRequests(app, options.trustTraceparent ?? false);
  // An unknown expectation may be ignored (RFC 9110, 10.1.1); Node's own 417 has no body.
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
    const traceparent = traceparentOfRequest(request);
    metrics?.httpSeconds.observe({
      labels: { method, route, status: reply.statusCode },
      value: reply.elapsedTime / 1_000,
      exemplarLabels: exemplarOf(traceparent),
    });
    const line = {
      requestId: request.id,
      ...traceField(traceparent),
      method,
      route,
      status: reply.statusCode,
    };
    const durationMs = Math.round(reply.elapsedTime * 10) / 10;
    frequentLines(log).info({ ...line, durationMs, ...options.accessFields?.(request) }, 'answered');
  });
  app.setErrorHandler((error, request, reply) => {
    const fault = faultOf(error);
    // An error with a status has chosen its answer.
    const chosen = error instanceof Error && 'statusCode' in error;
    if (fault.kind === 'internal' && !chosen) request.log.error({ err: error }, 'a route failed');
    return onFault(fault, request, reply, error);
  });
  const missed = (request: FastifyRequest, reply: FastifyReply) => answerMissed(app, onFault, request, reply);
  // Before the body is read: its content does not matter if no route takes it.
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
  // Also called for routes that answer "not found" themselves, such as one for files.
  const missed = allowed.length === 0 || allowed.some((method) => method === request.method);
  if (missed) return onFault(notFound, request, reply, undefined);
  reply.header('allow', allowed.join(', '));
  return onFault(methodNotAllowed(allowed), request, reply, undefined);
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * Returns the methods that a path supports. Only for a path that did not match: six look-ups in the router. Where a route
 * has the path itself, routes that take a part of it as a parameter are none of it: `/things/quota` is not deleted because
 * `/things/:id` is.
 */
function methodsAt(app: FastifyInstance, url: string): string[] {
  const path = url.split('?', 1)[0] ?? url;
  const found = methods.flatMap((method) => {
    const route = app.findRoute({ method, url: path });
    return route ? [{ method, isLiteral: Object.keys(route.params).length === 0 }] : [];
  });
  const literal = found.filter(({ isLiteral }) => isLiteral);
  return (literal.length > 0 ? literal : found).map(({ method }) => method);
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
  // The rest of the input fails as well, while the first answer is still being built.
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
