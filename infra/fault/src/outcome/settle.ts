import { streams } from '@redline/contracts';
import type { Bus } from '@redline/service-kit/bus';
import { waitFor } from '@redline/testkit/servers';
import type { Tables } from './tables.ts';

const everyMs = 250;

/** Counts of unfinished work by kind; all zero once a run has settled. */
export async function readLeft(bus: Bus, tables: Tables): Promise<Record<string, number>> {
  const { processing, outbox } = await tables.readUnfinished();
  const jobs = await bus.manager.streams.info(streams.jobs.name, { subjects_filter: '>' });
  const left: Record<string, number> = {
    processing,
    'outbox rows': outbox,
    'messages in JOBS': jobs.state.messages,
  };
  for (const subject of Object.keys(jobs.state.subjects ?? {})) left[subject] = 1;
  for (const { name } of [streams.jobs, streams.events]) {
    for await (const consumer of bus.manager.consumers.list(name)) {
      left[`${name} for ${consumer.name}`] = consumer.num_pending + consumer.num_ack_pending;
    }
  }
  return left;
}

/**
 * Waits until no work is left, at most `timeoutMs`; a run that does not settle is checked as it is.
 * @returns the milliseconds that it took
 */
export async function settle(bus: Bus, tables: Tables, timeoutMs: number): Promise<number> {
  const startMs = performance.now();
  const isQuiet = async () => Object.values(await readLeft(bus, tables)).every((count) => count === 0);
  await waitFor(isQuiet, { timeoutMs, everyMs }).catch(() => undefined);
  return performance.now() - startMs;
}
