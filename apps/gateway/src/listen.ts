import { StartError } from '@redline/service-kit/shutdown';
import type { FastifyInstance } from 'fastify';

/** Starts listening. A port that is in use or not permitted becomes a one-line error for the operator. */
export async function listen(http: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await http.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new StartError(`PORT: ${host}:${port} is taken by another process`, { cause: error });
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
      throw new StartError(`HOST, PORT: this process may not listen at ${host}:${port} (${code})`, {
        cause: error,
      });
    }
    throw error;
  }
}
