import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body may take as long as the longest request of its server. */
    longBody?: boolean;
  }
}

/** After an answer that did not wait for the body, so much time for the client to read it and stop sending. */
const lingerMs = 10_000;

/**
 * Node has one time limit for all requests of a server. Where some may take long, that limit is theirs, and this ends all
 * others as Node would: with 408 for a body that takes longer than `timeoutMs`.
 */
export function endSlowBodies(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const hasBody = raw.headers['content-length'] !== undefined || 'transfer-encoding' in raw.headers;
    if (hasBody && !request.routeOptions.config?.longBody) {
      const timer = setTimeout(() => {
        if (raw.complete) return;
        if (reply.raw.headersSent) raw.socket.destroy();
        else app.server.emit('clientError', timedOut(), raw.socket);
      }, timeoutMs);
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request;
    if (!raw.complete && request.routeOptions.config?.longBody) {
      const timer = setTimeout(() => raw.socket.destroy(), lingerMs);
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

const timedOut = () => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
