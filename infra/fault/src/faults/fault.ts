import type { Target } from '../stack/fault-stack.ts';
import { type ServiceName, serviceNames } from '../stack/run-service.ts';

/** The kinds of faults. A process recovers from SIGSTOP by SIGCONT, from the others by a restart. */
export type Harm = 'kill' | 'pause' | 'stop' | 'immediate';

/** One fault of a run. */
export interface Fault {
  readonly target: Target;
  readonly harm: Harm;
  /** Milliseconds since the load began. */
  readonly atMs: number;
  readonly downMs: number;
}

export type FaultKind = Pick<Fault, 'target' | 'harm'>;

const killed = (target: ServiceName): FaultKind => ({ target, harm: 'kill' });
const paused = (target: Target): FaultKind => ({ target, harm: 'pause' });

const natsFaults: readonly FaultKind[] = [
  { target: 'nats', harm: 'stop' },
  { target: 'nats', harm: 'kill' },
  paused('nats'),
];
const postgresFaults: readonly FaultKind[] = [
  { target: 'postgres', harm: 'stop' },
  { target: 'postgres', harm: 'immediate' },
];

/** The targets that text checks need. */
const ofTexts = ['billing', 'text-engine', 'gateway'] as const;

/** The possible faults of each scenario of the command line. */
export const scenarios = {
  gateway: [killed('gateway'), paused('gateway')],
  'text-engine': [killed('text-engine'), paused('text-engine')],
  billing: [killed('billing'), paused('billing')],
  nats: natsFaults,
  postgres: postgresFaults,
  'media-engine': [killed('media-engine'), paused('media-engine')],
  'batch-orchestrator': [killed('batch-orchestrator'), paused('batch-orchestrator')],
  pause: [...ofTexts.map(paused), paused('nats')],
  all: [...ofTexts.flatMap((name) => [killed(name), paused(name)]), ...natsFaults, ...postgresFaults],
  mixed: [...serviceNames.map(killed), paused('media-engine'), paused('batch-orchestrator')],
} as const satisfies Record<string, readonly FaultKind[]>;

export type Scenario = keyof typeof scenarios;

/** Scenarios with a mixed load of texts, images, videos and batches; the others have texts only. */
export const isMixed = (scenario: Scenario): boolean =>
  scenario === 'mixed' || scenario === 'media-engine' || scenario === 'batch-orchestrator';

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
  }
}
