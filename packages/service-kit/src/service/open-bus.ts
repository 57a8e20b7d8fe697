import {
  type Bus,
  type BusCredentialConfig,
  busCredentialsOf,
  connectBus,
  type StreamSpec,
  verifyStreams,
} from '../bus/index.ts';
import type { ServiceRun } from './run-service.ts';

export interface BusConfig extends BusCredentialConfig {
  readonly NATS_URL: string;
}

/** A service may be started together with what provisions the bus. */
const streamsWaitMs = 60_000;

/**
 * Connects to NATS and waits for the streams that the service reads or writes; the connection closes with the service.
 * @throws StartError when no server with JetStream answers within 15 s, or a stream is missing after a minute
 */
export async function openBus(
  run: ServiceRun<BusConfig>,
  streams: Readonly<Record<string, StreamSpec>>,
): Promise<Bus> {
  const bus = await connectService(run);
  await verifyStreams(bus, streams, { waitMs: streamsWaitMs });
  return bus;
}

/**
 * Connects to NATS alone; the connection closes with the service.
 * @throws StartError when no server with JetStream answers within 15 s
 */
export async function connectService({
  name,
  config,
  log,
  metrics,
  onClose,
}: ServiceRun<BusConfig>): Promise<Bus> {
  const bus = await connectBus({
    ...busCredentialsOf(config),
    url: config.NATS_URL,
    name,
    log,
    metrics,
  });
  onClose('bus', () => bus.close());
  return bus;
}
