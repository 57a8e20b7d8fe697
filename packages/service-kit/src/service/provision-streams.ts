import { ensureStreams, keepStreams, measureStreams, type StreamSpec } from '../bus/index.ts';
import { type BusConfig, connectService } from './open-bus.ts';
import type { Readiness, ServiceRun } from './run-service.ts';

interface StreamConfig extends BusConfig {
  readonly STREAM_REPLICAS: number;
}

const lookEveryMs = 5_000;

/**
 * Makes the streams, and updates their settings; with `watch` it stays, makes them again when one is missing, and
 * exports what waits in them.
 * @param maxBytes the largest size of each stream, by name
 * @returns what a process that stays cannot work without; undefined when all is done
 */
export async function provisionStreams(
  run: ServiceRun<StreamConfig>,
  streams: Readonly<Record<string, StreamSpec>>,
  {
    watch,
    maxBytes,
  }: { readonly watch: boolean; readonly maxBytes: Readonly<Record<string, number | null>> },
): Promise<Readiness | undefined> {
  const bus = await connectService(run);
  const options = { replicas: run.config.STREAM_REPLICAS, maxBytes };
  if (!watch) {
    await ensureStreams(bus, streams, options);
    run.log.info({ streams: Object.values(streams).map(({ name }) => name) }, 'the streams are there');
    return undefined;
  }
  const keeping = await keepStreams(bus, streams, { ...options, everyMs: lookEveryMs });
  run.onClose('streams', keeping.stop);
  measureStreams(run, bus, streams);
  return { bus: () => bus.ping() };
}
