import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The second listener of a gateway, for the console: the same routes, with delegations in place of keys. */
export interface InternalListener {
  /** Tells whether a request came in there. No header can make it so. */
  readonly has: (request: FastifyRequest) => boolean;
  /** Adds it to a public server, before that is ready: it closes with that. */
  readonly register: (app: FastifyInstance) => Server;
}

/** Creates the memory of which connections are internal. */
export function createInternalListener(): InternalListener {
  const sockets = new WeakSet<Socket>();
  return {
    has: ({ raw }) => sockets.has(raw.socket),
    register(app) {
      const { requestTimeout, headersTimeout, keepAliveTimeout } = app.server;
      const server = createServer({ requestTimeout, headersTimeout, keepAliveTimeout }, (request, response) =>
        app.routing(request, response),
      );
      server.on('connection', (socket: Socket) => sockets.add(socket));
      const closed = Promise.withResolvers<void>();
      // What it works on is answered, as at the public one; one that never listened is closed.
      app.addHook('preClose', async () => void server.close(() => closed.resolve()));
      app.addHook('onClose', () => closed.promise);
      return server;
    },
  };
}
