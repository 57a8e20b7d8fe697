import { streams } from '@redline/contracts';
import { BusError, hasMessage } from '@redline/service-kit/bus';
import { isDatabaseUnavailable } from '@redline/service-kit/db';
import type { Logger } from '@redline/service-kit/log';
import type { Deps } from '../deps.ts';
import { failCheck } from '../store/fail-check.ts';
import { failRewrite } from '../store/fail-rewrite.ts';
import {
  findStranded,
  type StrandedCheck,
  type StrandedLimits,
  type Stranding,
  type SweptTable,
  strandedConditions,
} from '../store/find-stranded.ts';

export interface SweepOptions extends StrandedLimits {
  /** Checks that are looked at together, each with a question to NATS. */
  readonly batchSize: number;
  readonly log: Logger;
}

/** A turn looks at so many batches at most and the next one goes on from there: a long queue is no reason to stop. */
const batchesPerTurnMax = 20;

type SweepDeps = Pick<Deps, 'db' | 'bus' | 'job' | 'rewriteJob' | 'metrics' | 'wakeRelay'>;

/** How a record of a table fails, in the transaction that it is given. */
const failIn = { text_checks: failCheck, rewrites: failRewrite } as const;
const tables: readonly SweptTable[] = ['text_checks', 'rewrites'];
const strandings: readonly Stranding[] = ['never_taken', 'lease_ended'];

/**
 * Fails what nobody will ever finish: what was never taken and has no job, and what was taken and whose lease ended
 * long ago. Without an answer from NATS it does nothing, since silence may hide a job. Replicas may sweep side by
 * side: each failing is an update with its condition, and one of them wins.
 *
 * A check whose lease ended and whose job is still there gets one more turn: after a machine slept or NATS was away
 * everything looks overdue, and the job is delivered again within a second.
 * @returns one turn, to be run at intervals
 */
export function createSweep(deps: SweepDeps, options: SweepOptions): (signal: AbortSignal) => Promise<void> {
  const places = new Map<string, StrandedCheck>();
  let suspects: ReadonlySet<string> = new Set();

  const sweepBatch = async (
    table: SweptTable,
    stranding: Stranding,
    overdue: Set<string>,
  ): Promise<boolean> => {
    const place = `${table} ${stranding}`;
    const page = { after: places.get(place), limit: options.batchSize };
    const found = await findStranded(deps.db, table, stranding, options, page);
    const queued = await Promise.all(found.map(({ id }) => isQueued(deps, table, id)));
    const doomed = found.filter(({ id }, index) => {
      if (queued[index] && stranding === 'lease_ended') overdue.add(id);
      return !queued[index] || suspects.has(id);
    });
    for (const { id } of doomed) await fail(deps, table, stranding, id, options);
    const last = found.length === options.batchSize ? found.at(-1) : undefined;
    if (last) places.set(place, last);
    else places.delete(place);
    return last !== undefined;
  };

  return async (signal) => {
    const overdue = new Set<string>();
    try {
      for (const table of tables) {
        for (const stranding of strandings) {
          for (let batch = 0; batch < batchesPerTurnMax && !signal.aborted; batch++) {
            if (!(await sweepBatch(table, stranding, overdue))) break;
          }
        }
      }
      suspects = overdue;
    } catch (error) {
      if (!(error instanceof BusError) && !isDatabaseUnavailable(error)) throw error;
      options.log.warn({ err: error }, 'NATS or Postgres does not answer: nothing is swept');
    }
  };
}

const isQueued = ({ bus, job, rewriteJob }: SweepDeps, table: SweptTable, id: string): Promise<boolean> => {
  const row = table === 'rewrites' ? rewriteJob : job;
  return hasMessage(bus, streams.jobs.name, row.subjectOf(id));
};

async function fail(
  { db, metrics, wakeRelay }: SweepDeps,
  table: SweptTable,
  stranding: Stranding,
  id: string,
  options: SweepOptions,
): Promise<void> {
  const condition = strandedConditions[stranding](options);
  const failed = await db
    .transaction()
    .execute((trx) => failIn[table](trx, { id, reason: stranding, condition }));
  if (!failed) return;
  wakeRelay();
  metrics.swept.inc({ reason: stranding });
  options.log.warn({ id, table, reason: stranding }, 'failed what nobody will finish');
}
