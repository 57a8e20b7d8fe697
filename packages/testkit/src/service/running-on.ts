import type { Running } from './running-list.ts';

interface TestBus {
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Joins what a test has started on a bus of its own, once the server knows what it serves: a request that comes before
 * its subscription has no responders.
 * @param started in the order in which it was started
 * @returns the bus, and a stop that closes all in the reverse order, the bus last
 */
export async function runningOn<Bus extends TestBus>(
  bus: Bus,
  ...started: readonly Running[]
): Promise<Running & { readonly bus: Bus }> {
  // The server handles what one connection sends in its order, so its answer comes after the subscriptions.
  await bus.ping();
  return {
    bus,
    async stop() {
      for (const running of started.toReversed()) await running.stop();
      await bus.close();
    },
  };
}
