import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultStack } from '../stack/fault-stack.ts';
import { groupOf } from '../stack/target.ts';
import { describeFault, type Fault } from './fault.ts';
import { inflict } from './inflict.ts';

/**
 * Injects all faults at their times; a fault waits until its target, or all of its queue, has recovered from the one before.
 * @param say prints a line when a fault begins and when it is over
 * @returns once all processes are ready
 */
export async function runFaults(
  stack: FaultStack,
  faults: readonly Fault[],
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const startMs = performance.now();
  const back = new Map<string, Promise<void>>();
  const queueOf = ({ queue, target }: Fault) => queue ?? groupOf(target);
  const stamp = () => `${((performance.now() - startMs) / 1_000).toFixed(1).padStart(6)} s`;
  const run = async (fault: Fault) => {
    await sleep(fault.atMs, undefined, { signal });
    const before = back.get(queueOf(fault));
    const done = (async () => {
      await before;
      say(`${stamp()}  ${describeFault(fault)}`);
      await inflict(stack, fault);
      say(`${stamp()}  ${fault.target}: runs again`);
    })();
    back.set(queueOf(fault), done);
    await done;
  };
  await Promise.all(faults.map(run));
}
