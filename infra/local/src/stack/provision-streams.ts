import { streams } from '@redline/contracts';
import { connectBus, keepStreams } from '@redline/service-kit/bus';
import { createLogger } from '@redline/service-kit/log';

const lookEveryMs = 5_000;

/**
 * Makes the streams, as the user of the bus who alone may, as the argument `streams watch` of the gateway's image does on a cluster, and makes them again when one
 * is missing.
 * @returns what ends that
 */
export async function provisionStreams(url: string): Promise<() => Promise<void>> {
  const log = createLogger({ service: 'streams', level: 'silent' });
  const bus = await connectBus({ url, name: 'streams', log });
  const keeping = await keepStreams(bus, streams, { everyMs: lookEveryMs });
  return async () => {
    await keeping.stop();
    await bus.close();
  };
}
