import { type Bus, connectBus, ensureStreams, type StreamSpec } from '../bus/index.ts';
import type { ServiceRun } from './run-service.ts';

interface BusConfig {
  readonly NATS_URL: string;
  readonly STREAM_REPLICAS: number;
}

/**
 * Connects to NATS and ensures the streams that the service reads or writes; the connection closes with the service.
 * @throws StartError when no server with JetStream answers within 15 s
 */
export async function openBus(
  { name, config, log, metrics, onClose }: ServiceRun<BusConfig>,
  streams: Readonly<Record<string, StreamSpec>>,
): Promise<Bus> {
  const bus = await connectBus({ url: config.NATS_URL, name, log, metrics });
  onClose('bus', () => bus.close());
  await ensureStreams(bus, streams, { replicas: config.STREAM_REPLICAS });
  return bus;
}
