import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ServerSentEvent } from './encode-event.ts';
import { frames } from './frames.ts';

export interface EventStreamLimits {
  /** Streams at the same time. */
  readonly streamsMax: number;
  readonly commentEveryMs: number;
  /** A stream that lasts longer is ended, as at a shutdown: its client goes on with another request. */
  readonly streamMaxMs: number;
}

export interface EventStreams {
  readonly count: number;
  /** Keeps a place for the answer of this request until it has ended; undefined when there is none left. */
  readonly reserve: (reply: FastifyReply) => EventStreamPlace | undefined;
}

export interface EventStreamPlace {
  /**
   * The body of the answer, whose headers are set here.
   * @param source gets a signal that is aborted when nobody takes its events any more, and then ends by itself
   */
  readonly open: (source: (signal: AbortSignal) => AsyncIterable<ServerSentEvent>) => Readable;
}

/**
 * Server-sent events on a server. The body is an ordinary stream that the reply sends: hooks, headers, a client that
 * reads slowly or goes away are Fastify's and Node's matter. At the close of the server all streams are ended.
 */
export function createEventStreams(app: FastifyInstance, limits: EventStreamLimits): EventStreams {
  const open = new Set<AbortController>();
  app.addHook('preClose', async () => {
    for (const stream of open) stream.abort();
  });
  return {
    get count() {
      return open.size;
    },
    reserve(reply) {
      if (open.size >= limits.streamsMax) return undefined;
      const ending = new AbortController();
      open.add(ending);
      reply.raw.once('close', () => {
        open.delete(ending);
        ending.abort();
      });
      return {
        open(source) {
          const timer = setTimeout(() => ending.abort(), limits.streamMaxMs);
          ending.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
          void reply.headers(streamHeaders);
          const { signal } = ending;
          return Readable.from(frames(source(signal), limits.commentEveryMs, signal));
        },
      };
    },
  };
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  // Its connection would stay open after a stream that was ended at the close of the server, which waits for it.
  connection: 'close',
};
