import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that a kernel gives to outgoing connections (Linux from 32768, others from 49152), so that none takes the
 * port between this moment and its server's start; and out of the range of registered ports that machines use.
 */
const [lowest, highest] = [20_000, 32_700];
const attemptsMax = 50;

/**
 * Returns a TCP port of the loopback interface that was free a moment ago, drawn by chance, since others draw beside.
 * @throws Error when none of fifty was free
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const port = randomInt(lowest, highest);
    if (await isFree(port)) return port;
  }
  throw new Error(`none of ${attemptsMax} ports from ${lowest} to ${highest} was free`);
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
