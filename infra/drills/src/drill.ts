import type { Random, Timing } from '@redline/fault';

/** The means that a drill is given. */
export interface DrillContext {
  /** Prints what an operator would see or do. */
  readonly say: (line: string) => void;
  readonly random: Random;
  /** True for the short form, which tests run. */
  readonly isShort: boolean;
  readonly signal: AbortSignal;
}

/** One section of docs/runbook.md, practised on a stack of its own. */
export interface Drill {
  /** The section, as its heading says. */
  readonly section: string;
  /** @throws DrillError if the written steps did not mend what was broken */
  readonly run: (context: DrillContext) => Promise<void>;
}

/** Thrown if what the runbook says did not come true. */
export class DrillError extends Error {}

/** Throws unless something is as the runbook says. */
export function hold(isTrue: boolean, sentence: string): asserts isTrue {
  if (!isTrue) throw new DrillError(sentence);
}

/** Leases and sweeps that are short, so that a drill sees them end; the gateway's lease is its own. */
export const timing: Timing = {
  jobLeaseMs: 4_000,
  eventAckWaitMs: 4_000,
  sweepEveryMs: 1_000,
  neverTakenMs: 15_000,
  leaseEndedMs: 10_000,
  idempotencyLeaseMs: 30_000,
};

/** Runs one step of the runbook and prints how long it took. */
export async function step<T>(
  { say }: Pick<DrillContext, 'say'>,
  what: string,
  act: () => Promise<T>,
): Promise<T> {
  const startMs = performance.now();
  say(`→ ${what}`);
  const result = await act();
  say(`  done after ${((performance.now() - startMs) / 1_000).toFixed(1)} s`);
  return result;
}
