import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives back the place among the requests that are worked on; may be called twice. */
    giveBackPlace: (() => void) | null;
  }
  interface FastifyContextConfig {
    /** Answered whatever else goes on: whoever restarts the process must not be told that it is busy. */
    health?: boolean;
    /** Has slots of its own, which its route counts, because it lasts as long as its client likes. */
    ownSlots?: boolean;
  }
}

export interface InFlight {
  /**
   * Gives a request a place.
   * @returns `busy` when there is none left, `flooded` when its connection sends without reading and is to be ended
   */
  readonly take: (request: FastifyRequest, reply: FastifyReply) => 'taken' | 'busy' | 'flooded';
}

/** Answers of one connection that wait for those before them, or for the client to read. */
const unsentMax = 64;
/** Files of the documentation that are being sent at once: anybody may ask for them, without a limit of requests. */
const openStreamsMax = 100;
const openStreamMs = 30_000;

/**
 * Counts the requests that are worked on. A place is given back as soon as the route has answered, however slowly the
 * client reads: memory then holds the answer, and a connection may have so many of them only. A stream has its place
 * until it ends; those that anybody may ask for without a key have places of their own, for a bounded time.
 */
export function countInFlight(app: FastifyInstance, max: number): InFlight {
  let inFlight = 0;
  let openStreams = 0;
  const unsent = new WeakMap<Socket, number>();
  app.decorateRequest('giveBackPlace', null);
  app.addHook('onSend', async (request, reply, payload) => {
    const { open, ownSlots } = request.routeOptions.config ?? {};
    if (ownSlots || (isStream(payload) && !open)) return;
    request.giveBackPlace?.();
    if (!isStream(payload)) return;
    openStreams += 1;
    const timer = setTimeout(() => request.raw.socket.destroy(), openStreamMs).unref();
    reply.raw.once('close', () => {
      openStreams -= 1;
      clearTimeout(timer);
    });
  });
  const countUnsent = (socket: Socket, change: 1 | -1): number => {
    const count = (unsent.get(socket) ?? 0) + change;
    unsent.set(socket, count);
    return count;
  };
  return {
    take(request, reply) {
      const { socket } = request.raw;
      const waiting = countUnsent(socket, 1);
      reply.raw.once('close', () => {
        countUnsent(socket, -1);
        request.giveBackPlace?.();
      });
      if (waiting > unsentMax) return 'flooded';
      const { open, health, ownSlots } = request.routeOptions.config ?? {};
      if (health || ownSlots) return 'taken';
      inFlight += 1;
      let isHeld = true;
      request.giveBackPlace = () => {
        if (isHeld) inFlight -= 1;
        isHeld = false;
      };
      return inFlight > max || (open && openStreams >= openStreamsMax) ? 'busy' : 'taken';
    },
  };
}

const isStream = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && 'pipe' in payload;
