import { setMaxListeners } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export interface Closing {
  /**
   * Aborted when the process is told to end. From then on every answer ends its connection, so that clients turn to other
   * replicas before this server refuses them.
   */
  readonly ending: AbortSignal;
  /** How long a close may take in all, in milliseconds. */
  readonly closeMs: number;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when a closing server has little time left: a route that can answer with less, does so now. */
    answerNow: AbortSignal;
  }
}

/** Of the time to close: what is left after `answerNow`, and after the last connections are cut. */
const answerWithin = { share: 0.2, maxMs: 3_000 };
const othersWithin = { share: 0.05, maxMs: 1_000 };

/**
 * Closes, when the server closes, two kinds of connections that Node would keep until their timeouts: those without a
 * request yet (load balancers open them in advance), and those whose last request is answered during the close. What is
 * not answered in time is cut, so that a client that reads slowly or an endless upload does not hold the process up.
 */
export function closeConnectionsInTime(app: FastifyInstance, closing?: Closing): void {
  const unused = new Set<Socket>();
  const answerNow = new AbortController();
  // One of each request that waits.
  setMaxListeners(0, answerNow.signal);
  app.decorate('answerNow', answerNow.signal);
  let isClosing = false;
  const server: Server = app.server;
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing || closing?.ending.aborted) reply.header('connection', 'close');
    done(null, payload);
  });
  const timers: NodeJS.Timeout[] = [];
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of unused) socket.destroy();
    if (!closing) return;
    const { closeMs } = closing;
    const leaving = ({ share, maxMs }: typeof answerWithin) => closeMs - Math.min(closeMs * share, maxMs);
    timers.push(
      setTimeout(() => answerNow.abort(), leaving(answerWithin)),
      setTimeout(() => server.closeAllConnections(), leaving(othersWithin)),
    );
  });
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
  });
}
