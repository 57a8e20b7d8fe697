import type { Random } from '../random.ts';
import type { Shape } from '../stack/fault-stack.ts';
import { type ServiceName, serviceNames } from '../stack/run-service.ts';
import type { Target } from '../stack/target.ts';
import type { Fault, FaultKind } from './fault.ts';
import { planFaults, planInTurn } from './plan.ts';

const killed = (target: Target): FaultKind => ({ target, harm: 'kill' });
const paused = (target: Target): FaultKind => ({ target, harm: 'pause' });

const natsFaults: readonly FaultKind[] = [{ target: 'nats', harm: 'stop' }, killed('nats'), paused('nats')];
const postgresFaults: readonly FaultKind[] = [
  { target: 'postgres', harm: 'stop' },
  { target: 'postgres', harm: 'immediate' },
];

/** The targets that text checks need. */
const ofTexts = ['billing', 'text-engine', 'gateway'] as const;

const both = (service: ServiceName) => [`${service}-1`, `${service}-2`] as const;
const replicas = serviceNames.flatMap(both);
const natsNodes = ['nats-1', 'nats-2', 'nats-3'] as const;

/** The possible faults of each scenario of the command line. */
export const scenarios = {
  gateway: [killed('gateway'), paused('gateway')],
  'text-engine': [killed('text-engine'), paused('text-engine')],
  billing: [killed('billing'), paused('billing')],
  nats: natsFaults,
  postgres: postgresFaults,
  wipe: [{ target: 'nats', harm: 'wipe' }],
  'media-engine': [killed('media-engine'), paused('media-engine')],
  'batch-orchestrator': [killed('batch-orchestrator'), paused('batch-orchestrator')],
  report: [killed('report'), paused('report')],
  pause: [...ofTexts.map(paused), paused('nats')],
  all: [...ofTexts.flatMap((name) => [killed(name), paused(name)]), ...natsFaults, ...postgresFaults],
  mixed: [
    ...serviceNames.map(killed),
    paused('media-engine'),
    paused('batch-orchestrator'),
    paused('report'),
    ...natsFaults,
    ...postgresFaults,
    { target: 'nats', harm: 'wipe' },
  ],
  cluster: [
    ...replicas.map(killed),
    ...replicas.map((target) => ({ target, harm: 'restart' }) as const),
    ...natsNodes.map(killed),
    { target: 'postgres', harm: 'promote' },
    { target: 'nats', harm: 'wipe' },
  ],
  rolling: [
    ...replicas.map((target) => ({ target, harm: 'restart' }) as const),
    ...natsNodes.map((target) => ({ target, harm: 'lame-duck' }) as const),
  ],
} as const satisfies Record<string, readonly FaultKind[]>;

export type Scenario = keyof typeof scenarios;

const mixed: ReadonlySet<Scenario> = new Set([
  'mixed',
  'media-engine',
  'batch-orchestrator',
  'report',
  'cluster',
  'rolling',
]);

/** Scenarios with a mixed load of texts, images, videos, batches and reports; the others have texts only. */
export const isMixed = (scenario: Scenario): boolean => mixed.has(scenario);

export const shapeOf = (scenario: Scenario): Shape =>
  scenario === 'cluster' || scenario === 'rolling' ? 'cluster' : 'single';

/** Chooses the faults of a run: at random, or for `rolling` everything in turn. */
export const planScenario = (scenario: Scenario, durationMs: number, random: Random): readonly Fault[] =>
  scenario === 'rolling'
    ? planInTurn(scenarios[scenario])
    : planFaults(scenarios[scenario], durationMs, random);
