import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalServer } from '@redline/testkit/servers';
import type { Target } from '../stack/fault-stack.ts';
import { describeFault, type Fault } from './fault.ts';
import { inflict } from './inflict.ts';

export interface FaultLog {
  readonly inflicted: readonly Fault[];
  /** Their target was still coming back from the one before. */
  readonly skipped: readonly Fault[];
}

/**
 * Does all faults at their times.
 * @param say gets a line when a fault begins and when it is over
 * @returns what was done, once everything runs again
 */
export async function runFaults(
  servers: Readonly<Record<Target, LocalServer>>,
  faults: readonly Fault[],
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<FaultLog> {
  const startMs = performance.now();
  const busy = new Set<Target>();
  const log = { inflicted: [] as Fault[], skipped: [] as Fault[] };
  const run = async (fault: Fault) => {
    await sleep(fault.atMs, undefined, { signal });
    const stamp = () => `${((performance.now() - startMs) / 1_000).toFixed(1).padStart(6)} s`;
    if (busy.has(fault.target)) {
      log.skipped.push(fault);
      return say(`${stamp()}  ${fault.target}: not back yet, left alone`);
    }
    busy.add(fault.target);
    say(`${stamp()}  ${describeFault(fault)}`);
    const done = await inflict(servers[fault.target], fault);
    log[done ? 'inflicted' : 'skipped'].push(fault);
    say(`${stamp()}  ${fault.target}: runs again`);
    busy.delete(fault.target);
  };
  await Promise.all(faults.map(run));
  return log;
}
