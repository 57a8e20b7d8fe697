import type { Running } from './running-list.ts';

/**
 * Joins what a test has started on a bus of its own.
 * @param started in the order in which it was started
 * @returns the bus, and a stop that closes all in the reverse order, the bus last
 */
export const runningOn = <Bus extends { readonly close: () => Promise<void> }>(
  bus: Bus,
  ...started: readonly Running[]
): Running & { readonly bus: Bus } => ({
  bus,
  async stop() {
    for (const running of started.toReversed()) await running.stop();
    await bus.close();
  },
});
