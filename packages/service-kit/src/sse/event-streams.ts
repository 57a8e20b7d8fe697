import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ServerSentEvent } from './encode-event.ts';
import { frames } from './frames.ts';

export interface EventStreamLimits {
  /** The maximum of concurrent streams. */
  readonly streamsMax: number;
  readonly commentEveryMs: number;
  /** A longer stream is ended, as at a shutdown: its client resumes with another request. */
  readonly streamMaxMs: number;
}

export interface EventStreams {
  readonly count: number;
  /** Reserves a place until the response has ended; undefined if there is none left. */
  readonly reserve: (reply: FastifyReply) => EventStreamPlace | undefined;
}

export interface EventStreamPlace {
  /**
   * Sets the headers of the response and returns its body.
   * @param source must end when its signal is aborted: the client is gone, or the time is over
   */
  readonly open: (source: (signal: AbortSignal) => AsyncIterable<ServerSentEvent>) => Readable;
}

/**
 * Creates the server-sent event streams of a server. A body is an ordinary stream of the reply, so Fastify and Node
 * handle hooks, headers, backpressure and clients that go away. All streams are ended when the server closes.
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
  // Otherwise the connection would stay open after a stream that a closing server ended, and the server waits for it.
  connection: 'close',
};
