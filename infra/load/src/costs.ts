import { cpuTimes, threadMs } from '@redline/bench/cpu-time';
import type { TemporaryStack } from '@redline/local';
import type { Bus } from '@redline/service-kit/bus';
import pg from 'pg';

/** Counters of a running stack that only grow, by name. */
export type Counters = ReadonlyMap<string, number>;

/** What a run has cost the parts of the stack. */
export interface Costs {
  readonly elapsedMs: number;
  /** Milliseconds of CPU, user and system, by process; the judge of the text engine by itself. */
  readonly cpuMs: Counters;
  /** Statements, those that begin and end transactions included, by database. */
  readonly statements: Counters;
  /** Transactions that wrote or read something, by database. */
  readonly transactions: Counters;
  /** Bytes that databases have grown by, and the log of writes (`WAL`). */
  readonly postgresBytes: Counters;
  /** Messages that streams have stored, by stream. */
  readonly stored: Counters;
  /** Bytes that they have grown by. */
  readonly streamBytes: Counters;
  /** Requests between services that were answered. */
  readonly busRequests: number;
}

export interface CostMeter {
  readonly read: () => Promise<Costs>;
  readonly close: () => Promise<void>;
}

const streams = ['JOBS', 'EVENTS', 'REPORTS'] as const;
const timeoutMs = 5_000;
const ours = 'redline\\_%';

/** Settings with which Postgres counts statements. */
export const countingSettings = { shared_preload_libraries: 'pg_stat_statements' } as const;

/**
 * Opens a meter of what a stack costs: CPU of its processes from /proc (so Linux only), statements from pg_stat_statements,
 * messages from the streams, requests from each service's /metrics. It costs Postgres some milliseconds a reading.
 */
export async function openCostMeter(stack: TemporaryStack, bus: Bus): Promise<CostMeter> {
  const admin = new pg.Client({ connectionString: stack.adminUrl, query_timeout: timeoutMs });
  admin.on('error', (error) => process.stderr.write(`load: ${error.message}\n`));
  await admin.connect();
  await admin.query('create extension if not exists pg_stat_statements');

  const counted = async (query: string): Promise<Counters> => {
    const { rows } = await admin.query<{ name: string; count: string }>(query, [ours]);
    return new Map(rows.map(({ name, count }) => [name.replace('redline_', ''), Number(count)]));
  };

  const readStreams = async () => {
    const [stored, streamBytes] = [new Map<string, number>(), new Map<string, number>()];
    for (const name of streams) {
      const info = await bus.manager.streams.info(name).catch(() => undefined);
      if (!info) continue;
      stored.set(name, info.state.last_seq);
      streamBytes.set(name, info.state.bytes);
    }
    return { stored, streamBytes };
  };

  return {
    async read() {
      const cpuMs = readCpu(stack);
      const statements = await counted(
        'select datname as name, sum(calls) as count from pg_stat_statements s join pg_database d on d.oid = s.dbid where datname like $1 group by datname',
      );
      const transactions = await counted(
        'select datname as name, xact_commit + xact_rollback as count from pg_stat_database where datname like $1',
      );
      const bytes = await counted(
        "select datname as name, pg_database_size(datname) as count from pg_database where datname like $1 union all select 'WAL', pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')",
      );
      const elapsedMs = performance.now();
      const busRequests = await readBusRequests(Object.values(stack.opsUrls()));
      return {
        elapsedMs,
        cpuMs,
        statements,
        transactions,
        postgresBytes: bytes,
        ...(await readStreams()),
        busRequests,
      };
    },
    close: () => admin.end(),
  };
}

function readCpu(stack: TemporaryStack): Counters {
  const processes = stack.processes();
  const cpuMs = cpuTimes(processes);
  const engine = processes.find(({ name }) => name === 'text-engine');
  const judgeMs = engine ? threadMs(engine.pid, 'WorkerThread') : 0;
  return cpuMs.set('text-engine', (cpuMs.get('text-engine') ?? 0) - judgeMs).set('judge', judgeMs);
}

async function readBusRequests(opsUrls: readonly string[]): Promise<number> {
  const pages = await Promise.all(
    opsUrls.map(async (url) => {
      const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(timeoutMs) });
      return response.text();
    }),
  );
  return pages.reduce((sum, page) => sum + sumOf(page, 'bus_request_duration_seconds_count'), 0);
}

/** Sums the samples of a metric over all its labels, in a page of Prometheus' text format. */
export function sumOf(page: string, metric: string): number {
  const samples = page
    .split('\n')
    .filter((line) => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `));
  return samples.reduce(
    (sum, line) => sum + Number(/\}? ([\d.e+-]+)(?: |$)/i.exec(line.slice(metric.length))?.[1]),
    0,
  );
}

const fields = ['cpuMs', 'statements', 'transactions', 'postgresBytes', 'stored', 'streamBytes'] as const;
type Field = (typeof fields)[number];

/** Returns what was added between two readings. */
export function costsBetween(before: Costs, after: Costs): Costs {
  const of = (field: Field): Counters =>
    new Map([...after[field]].map(([name, value]) => [name, value - (before[field].get(name) ?? 0)]));
  return {
    elapsedMs: after.elapsedMs - before.elapsedMs,
    cpuMs: of('cpuMs'),
    statements: of('statements'),
    transactions: of('transactions'),
    postgresBytes: of('postgresBytes'),
    stored: of('stored'),
    streamBytes: of('streamBytes'),
    busRequests: after.busRequests - before.busRequests,
  };
}

/**
 * Leaves out what the stack would have cost in the same time without work, and divides by the number of checks.
 * @param idle a measurement without work; files that grow by themselves are no such thing, so bytes are left as they are
 */
export function costsPerCheck(costs: Costs, idle: Costs, checks: number): Costs {
  const share = costs.elapsedMs / idle.elapsedMs;
  const per = (value: number, idleValue: number) => Math.max(0, value - idleValue * share) / checks;
  const of = (field: Field, hasIdle: boolean): Counters =>
    new Map(
      [...costs[field]].map(([name, value]) => [
        name,
        per(value, hasIdle ? (idle[field].get(name) ?? 0) : 0),
      ]),
    );
  return {
    elapsedMs: costs.elapsedMs,
    cpuMs: of('cpuMs', true),
    statements: of('statements', true),
    transactions: of('transactions', true),
    postgresBytes: of('postgresBytes', false),
    stored: of('stored', true),
    streamBytes: of('streamBytes', false),
    busRequests: per(costs.busRequests, idle.busRequests),
  };
}
