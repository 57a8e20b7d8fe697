import { spanDaysOf } from '@redline/service-kit/partitions';

/** Cost of one check of a kind, as `run --save` writes it. */
export interface KindCosts {
  /** Checks that it was measured over. */
  readonly checks: number;
  /** Milliseconds of CPU by process; `judge` is that of the text engine's threads. */
  readonly cpuMs: Readonly<Record<string, number>>;
  /** Bytes that each database grows by, and the log of writes (`WAL`). */
  readonly postgresBytes: Readonly<Record<string, number>>;
  /** Bytes that each stream grows by. */
  readonly streamBytes: Readonly<Record<string, number>>;
  /** Requests between services. */
  readonly busRequests: number;
  /** Messages that streams store. */
  readonly storedMessages: number;
  readonly statements: number;
  readonly transactions: number;
}

export const kinds = ['texts', 'images', 'videos'] as const;
export type Kind = (typeof kinds)[number];
export type Measured = Readonly<Record<Kind, KindCosts>>;

export interface Plan {
  readonly checksPerMonth: number;
  /** Busiest seconds against the mean of the month. */
  readonly peakFactor: number;
  /** Shares of the kinds; they add up to 1. */
  readonly shares: Readonly<Record<Kind, number>>;
  /** Days that records are kept; undefined keeps them for ever. */
  readonly retentionDays: number | undefined;
  /** The share of a core that may be busy at the peak: the rest is for queues to stay short. */
  readonly utilisation: number;
}

/** A service that has replicas: how many cores one of them can use, and the least there are (apps/…/src/workload.ts). */
interface Service {
  readonly name: string;
  /** Processes whose CPU is spent in it. */
  readonly processes: readonly string[];
  readonly coresOfReplica: number;
  readonly replicasMin: number;
}

const services: readonly Service[] = [
  { name: 'gateway', processes: ['gateway'], coresOfReplica: 1, replicasMin: 3 },
  { name: 'billing', processes: ['billing'], coresOfReplica: 1, replicasMin: 2 },
  // One serving thread and one that judges.
  { name: 'text-engine', processes: ['text-engine', 'judge'], coresOfReplica: 2, replicasMin: 2 },
  // The decoders and readers are its children.
  { name: 'media-engine', processes: ['media-engine'], coresOfReplica: 2, replicasMin: 2 },
  { name: 'batch-orchestrator', processes: ['batch-orchestrator'], coresOfReplica: 1, replicasMin: 2 },
  { name: 'report', processes: ['report'], coresOfReplica: 1, replicasMin: 2 },
];

const secondsOfMonth = 30 * 86_400;
/** JetStream keeps events for seven days (packages/contracts), on three servers. */
const eventDays = 7;
const streamReplicas = 3;

export interface Capacity {
  readonly meanPerSecond: number;
  readonly peakPerSecond: number;
  /** Cores that are busy at the peak, and replicas. */
  readonly services: readonly { readonly name: string; readonly cores: number; readonly replicas: number }[];
  readonly postgresCores: number;
  readonly natsCores: number;
  /** Bytes that Postgres grows by in a month, by database. */
  readonly postgresBytesPerMonth: Readonly<Record<string, number>>;
  readonly walBytesPerMonth: number;
  /** Bytes of Postgres once nothing is older than the retention; undefined without one. */
  readonly postgresBytesKept: number | undefined;
  /** Bytes of EVENTS on all servers together. */
  readonly eventBytes: number;
  /** Partitions of the table of text checks. */
  readonly partitions: { readonly days: number; readonly count: number | undefined; readonly rows: number };
  readonly statementsPerSecond: number;
  readonly busMessagesPerSecond: number;
}

/**
 * Computes what a traffic needs from what one check costs. Costs grow with the number of checks alone: what does not (an
 * idle stack, indexes that grow deeper) is left out, and is small beside the share of a core that is kept free.
 * @throws RangeError for a plan that makes no sense
 */
export function capacityOf(plan: Plan, measured: Measured): Capacity {
  refuseNonsense(plan);
  const meanPerSecond = plan.checksPerMonth / secondsOfMonth;
  const peakPerSecond = meanPerSecond * plan.peakFactor;
  const perCheck = (of: (costs: KindCosts) => number) =>
    kinds.reduce((sum, kind) => sum + plan.shares[kind] * of(measured[kind]), 0);
  const coresOf = (process: string) => (peakPerSecond * perCheck(({ cpuMs }) => cpuMs[process] ?? 0)) / 1_000;
  const databases = [...new Set(kinds.flatMap((kind) => Object.keys(measured[kind].postgresBytes)))];
  const bytesPerMonth = (name: string) =>
    plan.checksPerMonth * perCheck(({ postgresBytes }) => postgresBytes[name] ?? 0);
  const postgresBytesPerMonth = Object.fromEntries(
    databases.filter((name) => name !== 'WAL').map((name) => [name, bytesPerMonth(name)]),
  );
  const grown = Object.values(postgresBytesPerMonth).reduce((sum, bytes) => sum + bytes, 0);
  const eventsPerMonth = plan.checksPerMonth * perCheck(({ streamBytes }) => streamBytes['EVENTS'] ?? 0);
  return {
    meanPerSecond,
    peakPerSecond,
    services: services.map(({ name, processes, coresOfReplica, replicasMin }) => {
      const cores = processes.reduce((sum, process) => sum + coresOf(process), 0);
      const replicas = Math.max(replicasMin, Math.ceil(cores / (coresOfReplica * plan.utilisation)));
      return { name, cores, replicas };
    }),
    postgresCores: coresOf('postgres') / plan.utilisation,
    natsCores: coresOf('nats') / plan.utilisation,
    postgresBytesPerMonth,
    walBytesPerMonth: bytesPerMonth('WAL'),
    postgresBytesKept: plan.retentionDays === undefined ? undefined : (grown * plan.retentionDays) / 30,
    eventBytes: (eventsPerMonth * eventDays * streamReplicas) / 30,
    partitions: partitionsOf(plan),
    statementsPerSecond: peakPerSecond * perCheck(({ statements }) => statements),
    busMessagesPerSecond: peakPerSecond * perCheck((costs) => costs.busRequests + costs.storedMessages),
  };
}

function partitionsOf({ checksPerMonth, shares, retentionDays }: Plan): Capacity['partitions'] {
  const days = spanDaysOf(retentionDays ?? null);
  // Those of the retention, of which the first and the last are in part, and one that is made ahead.
  const count = retentionDays === undefined ? undefined : Math.ceil(retentionDays / days) + 2;
  return { days, count, rows: (checksPerMonth * shares.texts * days) / 30 };
}

function refuseNonsense({ checksPerMonth, peakFactor, shares, utilisation, retentionDays }: Plan): void {
  const sum = kinds.reduce((total, kind) => total + shares[kind], 0);
  const faults = [
    checksPerMonth > 0 ? [] : ['checks must be above 0'],
    peakFactor >= 1 ? [] : ['the peak must be 1 or more'],
    utilisation > 0 && utilisation < 1 ? [] : ['the utilisation must be between 0 and 1'],
    Math.abs(sum - 1) < 1e-6 && kinds.every((kind) => shares[kind] >= 0) ? [] : ['shares must add up to 1'],
    retentionDays === undefined || retentionDays >= 14 ? [] : ['a retention has 14 days at least'],
  ].flat();
  if (faults.length > 0) throw new RangeError(faults.join('; '));
}

/** Something of which there is one, whatever is added. */
export interface Wall {
  readonly name: string;
  /** How many a second it stands. */
  readonly perSecond: number;
  /** How many of these a check makes. */
  readonly perCheck: number;
}

/** Returns the checks a month at whose peak a wall is reached, fewest first. */
export const wallsOf = (walls: readonly Wall[], { peakFactor }: Pick<Plan, 'peakFactor'>) =>
  walls
    .map((wall) => ({
      ...wall,
      checksPerMonth: (wall.perSecond / wall.perCheck / peakFactor) * secondsOfMonth,
    }))
    .sort((a, b) => a.checksPerMonth - b.checksPerMonth);
