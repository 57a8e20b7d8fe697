import { once } from 'node:events';
import { createServer } from 'node:net';
import { StackError } from './stack-error.ts';

/**
 * Checks, before anything is started, that an address is free.
 * @throws StackError if no process can listen at it
 */
export async function checkPort(host: string, port: number): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new StackError(
        `port ${port} is taken by another process; stop that, or choose another: PORT=${port + 1} npm start`,
      );
    }
    throw new StackError(`this process may not listen at ${host}:${port} (${code ?? String(error)})`);
  } finally {
    probe.close();
  }
}
