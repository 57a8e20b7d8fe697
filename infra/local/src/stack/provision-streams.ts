import { streams } from '@redline/contracts';
import { connectBus, keepStreams, measureStreams } from '@redline/service-kit/bus';
import { createOpsServer } from '@redline/service-kit/http';
import { createLogger } from '@redline/service-kit/log';
import { createMetrics } from '@redline/service-kit/metrics';

const lookEveryMs = 5_000;
/** As the gateway's image calls itself when it keeps the streams. */
const name = 'stream-keeper';
const host = '127.0.0.1';

/**
 * Makes the streams, as the user of the bus who alone may, as the argument `streams watch` of the gateway's image does on a
 * cluster, makes them again when one is missing, and exports what waits in them.
 * @returns the URL of its metrics, and what ends it
 */
export async function provisionStreams(url: string) {
  const log = createLogger({ service: name, level: 'silent' });
  const metrics = createMetrics({ service: name });
  const bus = await connectBus({ url, name, log, metrics });
  const keeping = await keepStreams(bus, streams, { everyMs: lookEveryMs });
  measureStreams({ metrics, log }, bus, streams);
  const ops = createOpsServer({ host, port: 0, checks: { bus: () => bus.ping() }, metrics, log });
  const { port } = await ops.listen();
  return {
    name,
    opsUrl: `http://${host}:${port}`,
    async stop() {
      await ops.close();
      await keeping.stop();
      await bus.close();
    },
  };
}
