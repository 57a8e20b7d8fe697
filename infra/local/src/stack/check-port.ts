import { once } from 'node:events';
import { createServer } from 'node:net';
import { StackError } from './stack-error.ts';

/** @throws StackError when nobody can listen at this address, which is learned before anything is started */
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
