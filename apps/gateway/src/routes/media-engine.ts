import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import replyFrom from '@fastify/reply-from';
import { currentTraceparent } from '@redline/service-kit/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendFailure } from './failure.ts';

const connectTimeoutMs = 3_000;
/**
 * The timeout from the last byte of an upload to its answer, in which a gigabyte is written to disk, and between two
 * bytes of a file.
 */
const silenceMaxMs = 60_000;
const connectionsMax = 512;

/** The headers that are passed to the media engine. The API key is not among them; the trace is the gateway's own. */
const passedHeaders = [
  ...['content-type', 'content-length', 'range', 'if-range', 'if-none-match'],
  ...['origin', 'access-control-request-method', 'access-control-request-headers'],
];

const unreachable = {
  code: 'internal',
  message: 'something failed on our side; it is safe to retry',
  retryAfterSeconds: 1,
} as const;

/**
 * Proxies uploads and files to and from the media engine, with backpressure and without buffering. They need no key:
 * forms and URLs are signed, and uploads are counted when their policy is issued.
 */
export function registerMediaEngine(app: FastifyInstance, mediaEngineUrl: string): void {
  void app.register(async (media) => {
    await media.register(replyFrom, {
      base: mediaEngineUrl,
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
    media.addContentTypeParser('*', (_request, payload, done) => done(null, passing(payload)));
    const config = { open: true, longBody: true };
    media.route({ method: ['POST', 'OPTIONS'], url: '/uploads', config, handler: passOn });
    media.route({
      method: ['GET', 'HEAD', 'OPTIONS'],
      url: '/assets/*',
      exposeHeadRoute: false,
      config,
      handler: passOn,
    });
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

/** Returns the body of a client whose connection outlives an upstream that answered early or went away. */
function passing(payload: IncomingMessage): PassThrough {
  const body = new PassThrough();
  // The upstream's answer, or the client's disconnect, ends it.
  body.on('error', () => undefined);
  payload.once('close', () => {
    if (!payload.complete) body.destroy(new Error('the client went away'));
  });
  body.once('close', () => {
    payload.unpipe(body);
    payload.resume();
  });
  return payload.pipe(body);
}
