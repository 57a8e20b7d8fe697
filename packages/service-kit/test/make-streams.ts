import { type Bus, connectBus, ensureStreams, type StreamSpec } from '../src/bus/index.ts';
import { createLogger } from '../src/log/index.ts';

type Streams = Readonly<Record<string, StreamSpec>>;

/** Opens a bus of a test, with its streams. */
export async function openTestBus(url: string, streams: Streams): Promise<Bus> {
  const log = createLogger({ service: 'test', level: 'silent' });
  const bus = await connectBus({ url, name: 'test', log });
  await ensureStreams(bus, streams);
  return bus;
}

/** Makes the streams on a server, as whoever provisions the bus does before services start. */
export async function makeStreams(url: string, streams: Streams): Promise<void> {
  const bus = await openTestBus(url, streams);
  await bus.close();
}
