import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import replyFrom from '@fastify/reply-from';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendFailure } from './failure.ts';

const connectTimeoutMs = 3_000;
/**
 * From the last byte of an upload to its answer, in which a gigabyte is brought to a disk; and between two bytes of a
 * file.
 */
const silenceMaxMs = 60_000;
const connectionsMax = 512;

/** What the media engine looks at. A key, which is for the API, never goes along. */
const passedHeaders = [
  ...['content-type', 'content-length', 'range', 'if-range', 'if-none-match', 'traceparent'],
  ...['origin', 'access-control-request-method', 'access-control-request-headers'],
];

const unreachable = {
  code: 'internal',
  message: 'something failed on our side; it is safe to retry',
  retryAfterSeconds: 1,
} as const;

/**
 * Passes uploads and files on, to and from the media engine, as fast as the slower side takes them and without holding
 * them. They need no key: forms and URLs are signed, and uploads are counted when their policy is asked for.
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
    rewriteRequestHeaders: (_request, headers) => ({
      ...Object.fromEntries(passedHeaders.map((name) => [name, headers[name]])),
      'x-request-id': request.id,
    }),
    onResponse(_request, answer, { stream }) {
      // It closes what has not sent its body to the end, and such a client would lose the answer that it is to read.
      (answer as FastifyReply).removeHeader('connection');
      (answer as FastifyReply).send(stream);
    },
    onError: (answer) => sendFailure(request, answer as FastifyReply, unreachable),
  });
}

/** The body of a client whose connection outlives an upstream that has answered early or gone away. */
function passing(payload: IncomingMessage): PassThrough {
  const body = new PassThrough();
  // Told by the upstream's answer, or by the client's absence.
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
