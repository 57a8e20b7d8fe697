import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if its body may take `longRequestTimeoutMs`. */
    longBody?: boolean;
  }
}

/** The time that a client has to read an answer that did not wait for its body, and to stop sending. */
const lingerMs = 10_000;

/**
 * Ends requests whose body takes longer than `timeoutMs` with 408, as Node would. Node has one limit for all requests of
 * a server, which is that of the routes with long bodies.
 */
export function endSlowBodies(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const hasBody = raw.headers['content-length'] !== undefined || 'transfer-encoding' in raw.headers;
    if (hasBody && isSent(request) && !request.routeOptions.config?.longBody) {
      const timer = setTimeout(() => {
        if (raw.complete) return;
        if (reply.raw.headersSent) raw.socket.destroy();
        else app.server.emit('clientError', timedOut(), raw.socket);
      }, timeoutMs);
      // At its end the body is complete; a request whose body nobody reads closes.
      raw.once('end', () => clearTimeout(timer));
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request;
    if (!raw.complete && isSent(request) && request.routeOptions.config?.longBody) {
      const timer = setTimeout(() => raw.socket.destroy(), lingerMs);
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

/** Tells whether a client sent a request. One that was injected has its body at once, never closes, and has no socket to end. */
const isSent = ({ raw }: FastifyRequest): boolean => raw.socket instanceof Socket;

const timedOut = () => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
