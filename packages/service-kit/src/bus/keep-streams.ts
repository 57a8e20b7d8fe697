import { setTimeout as sleep } from 'node:timers/promises';
import { dropAcknowledged } from './drop-acknowledged.ts';
import { ensureStreams, type StreamOptions } from './ensure-streams.ts';
import type { StreamSpec } from './rows.ts';
import type { Bus, Running } from './types.ts';

/**
 * Creates and updates the streams, and looks at intervals and after each reconnect whether one is missing: a server that
 * lost its disk has none of them, and nobody else makes them. Work queues are rid of what their consumers are done with.
 * @throws an error of the bus when the streams cannot be made now
 */
export async function keepStreams(
  bus: Bus,
  specs: Readonly<Record<string, StreamSpec>>,
  options: StreamOptions & { readonly everyMs: number },
): Promise<Running> {
  await ensureStreams(bus, specs, options);
  const stopping = new AbortController();
  const { signal } = stopping;
  let reconnected = Promise.withResolvers<void>();
  const stopListening = bus.onReconnect(() => reconnected.resolve());

  const look = async () => {
    try {
      const missing = await missingStreams(bus, specs);
      if (missing.length === 0) return await tidyQueues(bus, specs);
      bus.log.error({ missing }, 'streams are missing: they are made again');
      await ensureStreams(bus, specs, options);
    } catch (error) {
      bus.log.warn({ err: error }, 'the streams could not be looked up');
    }
  };
  const run = async () => {
    while (!signal.aborted) {
      const wait = sleep(options.everyMs, undefined, { signal }).catch(() => undefined);
      await Promise.race([wait, reconnected.promise]);
      reconnected = Promise.withResolvers<void>();
      if (!signal.aborted && bus.connected) await look();
    }
  };
  const ended = run();
  return {
    async stop() {
      stopping.abort();
      stopListening();
      await ended;
    },
  };
}

async function tidyQueues(bus: Bus, specs: Readonly<Record<string, StreamSpec>>): Promise<void> {
  for (const { name, retention } of Object.values(specs)) {
    if (retention !== 'workqueue') continue;
    const dropped = await dropAcknowledged(bus, name);
    if (dropped > 0) bus.log.warn({ dropped, stream: name }, 'a work queue still held finished jobs');
  }
}

/**
 * Returns the names of the streams that are not there.
 * @throws an error of the bus when NATS does not answer
 */
export async function missingStreams(
  bus: Bus,
  specs: Readonly<Record<string, Pick<StreamSpec, 'name'>>>,
): Promise<readonly string[]> {
  const there = new Set<string>();
  for await (const name of bus.manager.streams.names()) there.add(name);
  return Object.values(specs)
    .map(({ name }) => name)
    .filter((name) => !there.has(name));
}
