import type { Target } from '../stack/target.ts';

/**
 * The kinds of faults. A process recovers from SIGSTOP by SIGCONT, from the others by a start. `promote` ends the Postgres
 * for good and makes its standby take its place; `wipe` kills all NATS servers and removes what they hold.
 */
export type Harm = 'kill' | 'pause' | 'stop' | 'immediate' | 'restart' | 'lame-duck' | 'promote' | 'wipe';

/** One fault of a run. */
export interface Fault {
  readonly target: Target;
  readonly harm: Harm;
  /** Milliseconds since the load began. */
  readonly atMs: number;
  readonly downMs: number;
  /** Faults of one queue are injected one after another; left out, it is that of the target. */
  readonly queue?: string;
}

export type FaultKind = Pick<Fault, 'target' | 'harm'>;

/** Describes a fault, for the log of a run. */
export function describeFault({ target, harm, downMs }: Fault): string {
  const seconds = `${(downMs / 1_000).toFixed(1)} s`;
  switch (harm) {
    case 'kill':
      return `${target}: kill -9, away for ${seconds}`;
    case 'pause':
      return `${target}: SIGSTOP for ${seconds}`;
    case 'stop':
      return `${target}: stopped in order, away for ${seconds}`;
    case 'immediate':
      return `${target}: immediate shutdown, away for ${seconds}`;
    case 'restart':
      return `${target}: restarted in order`;
    case 'lame-duck':
      return `${target}: sends its clients elsewhere, ends, and is started again`;
    case 'promote':
      return `${target}: kill -9 for good, the standby takes its place`;
    case 'wipe':
      return `${target}: all killed and emptied, away for ${seconds}`;
  }
}
