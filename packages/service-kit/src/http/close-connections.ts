import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Closes, when the server closes, two kinds of connections that Node would keep until their timeouts: those without a
 * request yet (load balancers open them in advance), and those whose last request is answered during the close.
 */
export function closeConnectionsInTime(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  let closing = false;
  const server: Server = app.server;
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    closing = true;
    for (const socket of unused) socket.destroy();
  });
}
