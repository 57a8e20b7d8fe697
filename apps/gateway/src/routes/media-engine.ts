import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import replyFrom from '@fastify/reply-from';
import { clientNetwork, currentTraceparent } from '@redline/service-kit/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createClientSlots } from './client-slots.ts';
import { sendFailure } from './failure.ts';

const connectTimeoutMs = 3_000;
/**
 * The timeout from the last byte of an upload to its answer, in which a gigabyte is written to disk, and between two
 * bytes of a file.
 */
const silenceMaxMs = 60_000;
/** The part of the connections that one client network may have. */
const clientShare = 1 / 8;

/** The headers that are passed to the media engine. The API key is not among them; the trace is the gateway's own. */
const passedHeaders = [
  ...['content-type', 'content-length', 'range', 'if-range', 'if-none-match'],
  ...['origin', 'access-control-request-method', 'access-control-request-headers'],
];

const busy = {
  code: 'internal',
  message: 'too many files are being sent; it is safe to retry',
  retryAfterSeconds: 1,
} as const;
const tooMany = {
  code: 'rate_limited',
  message: 'too many files are being sent to or from this address at the same time',
  retryAfterSeconds: 5,
} as const;

const unreachable = {
  code: 'internal',
  message: 'something failed on our side; it is safe to retry',
  retryAfterSeconds: 1,
} as const;

export interface MediaEngineOptions {
  readonly url: string;
  /** Connections for uploads, and as many for files. */
  readonly connectionsMax: number;
}

/**
 * Proxies uploads and files to and from the media engine, with backpressure and without buffering. They need no key:
 * forms and URLs are signed, and uploads are counted when their policy is issued. They last as long as their clients
 * like, so they have slots and connections of their own, of which one client network gets a part.
 */
export function registerMediaEngine(app: FastifyInstance, options: MediaEngineOptions): void {
  const config = { open: true, longBody: true, ownSlots: true };
  registerPassing(app, options, (media) => {
    media.route({ method: ['POST', 'OPTIONS'], url: '/uploads', config, handler: passOn });
  });
  registerPassing(app, options, (media) => {
    media.route({
      method: ['GET', 'HEAD', 'OPTIONS'],
      url: '/assets/*',
      exposeHeadRoute: false,
      config,
      handler: passOn,
    });
  });
}

/** Registers routes with slots and connections of their own. */
function registerPassing(
  app: FastifyInstance,
  { url, connectionsMax }: MediaEngineOptions,
  addRoutes: (media: FastifyInstance) => void,
): void {
  void app.register(async (media) => {
    await media.register(replyFrom, {
      base: url,
      disableRequestLogging: true,
      disableCache: true,
      destroyAgent: true,
      undici: {
        connections: connectionsMax,
        headersTimeout: silenceMaxMs,
        bodyTimeout: silenceMaxMs,
        connect: { timeout: connectTimeoutMs },
      },
    });
    media.removeAllContentTypeParsers();
    media.addContentTypeParser('*', (request, payload, done) =>
      done(null, passing(payload, request.server.answerNow)),
    );
    const perClientMax = Math.ceil(connectionsMax * clientShare);
    const slots = createClientSlots({ max: connectionsMax, perClientMax });
    media.addHook('onRequest', async (request, reply) => {
      const leave = slots.take(clientNetwork(request.ip));
      if (typeof leave === 'string') {
        return sendFailure(request, reply, leave === 'client_full' ? tooMany : busy);
      }
      reply.raw.once('close', leave);
      return undefined;
    });
    addRoutes(media);
  });
}

function passOn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.from(request.raw.url, {
    retriesCount: 0,
    retryDelay: () => null,
    rewriteRequestHeaders(_request, headers) {
      const traceparent = currentTraceparent();
      return {
        ...Object.fromEntries(passedHeaders.map((name) => [name, headers[name]])),
        'x-request-id': request.id,
        'x-client-network': clientNetwork(request.ip),
        ...(traceparent && { traceparent }),
      };
    },
    onResponse(_request, answer, { stream }) {
      // The upstream closes a connection whose body is not complete, and such a client would lose its answer.
      (answer as FastifyReply).removeHeader('connection');
      (answer as FastifyReply).send(stream);
    },
    onError: (answer) => sendFailure(request, answer as FastifyReply, unreachable),
  });
}

/**
 * Returns the body of a client whose connection outlives an upstream that answered early or went away. When the server
 * closes, one that still comes is broken off, and its client told to try again.
 */
function passing(payload: IncomingMessage, answerNow: AbortSignal): PassThrough {
  const body = new PassThrough();
  // The upstream's answer, or the client's disconnect, ends it.
  body.on('error', () => undefined);
  payload.once('close', () => {
    if (!payload.complete) body.destroy(new Error('the client went away'));
  });
  const breakOff = () => {
    if (!payload.complete) body.destroy(new Error('the server is closing'));
  };
  answerNow.addEventListener('abort', breakOff);
  body.once('close', () => {
    answerNow.removeEventListener('abort', breakOff);
    payload.unpipe(body);
    payload.resume();
  });
  return payload.pipe(body);
}
