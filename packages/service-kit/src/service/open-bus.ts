import { type Bus, connectBus, type StreamSpec, verifyStreams } from '../bus/index.ts';
import type { ServiceRun } from './run-service.ts';

export interface BusConfig {
  readonly NATS_URL: string;
  readonly NATS_PASSWORD_FILE: string | null;
  readonly NATS_TLS_CA_FILE: string | null;
  readonly NATS_TLS_CERT_FILE: string | null;
  readonly NATS_TLS_KEY_FILE: string | null;
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
  const tls = {
    caFile: config.NATS_TLS_CA_FILE,
    certFile: config.NATS_TLS_CERT_FILE,
    keyFile: config.NATS_TLS_KEY_FILE,
  };
  const passwordFile = config.NATS_PASSWORD_FILE;
  const bus = await connectBus({ url: config.NATS_URL, passwordFile, tls, name, log, metrics });
  onClose('bus', () => bus.close());
  return bus;
}
