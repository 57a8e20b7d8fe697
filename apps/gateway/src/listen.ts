import { once } from 'node:events';
import type { Server } from 'node:http';
import { StartError } from '@redline/service-kit/shutdown';
import type { FastifyInstance } from 'fastify';

/** Starts listening. A port that is in use or not permitted becomes a one-line error for the operator. */
export const listen = (http: FastifyInstance, host: string, port: number): Promise<void> =>
  explained('', host, port, () => http.listen({ host, port }));

/** Starts the internal listener; its errors name its own settings. */
export const listenInternally = (server: Server, host: string, port: number): Promise<void> =>
  explained('INTERNAL_', host, port, async () => {
    server.listen({ host, port });
    await once(server, 'listening');
  });

async function explained(
  prefix: string,
  host: string,
  port: number,
  start: () => Promise<unknown>,
): Promise<void> {
  try {
    await start();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new StartError(`${prefix}PORT: ${host}:${port} is taken by another process`, { cause: error });
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
      throw new StartError(
        `${prefix}HOST, ${prefix}PORT: this process may not listen at ${host}:${port} (${code})`,
        { cause: error },
      );
    }
    throw error;
  }
}
