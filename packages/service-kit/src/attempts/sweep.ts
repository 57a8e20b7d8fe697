import type { Kysely, RawBuilder } from 'kysely';
import { type Bus, BusError, hasMessage, streamNames } from '../bus/index.ts';
import { isDatabaseUnavailable } from '../db/index.ts';
import type { Logger } from '../log/index.ts';
import {
  failureReasons,
  findStranded,
  type StrandedLimits,
  type StrandedRecord,
  type Stranding,
  strandedConditions,
} from './stranded.ts';
import { isProcessing } from './taking.ts';

export interface SweepOptions extends StrandedLimits {
  /** Records that are looked at together, each with a question to NATS. */
  readonly batchSize: number;
  readonly log: Logger;
}

/** Records that a sweeper looks after. */
export interface Swept {
  /** Has attempts and leases; see `findStranded`. One table may be swept in parts, each with its own `isOpen`. */
  readonly table: string;
  /** Condition under which there is work left, where it is another than the usual one. */
  readonly isOpen?: RawBuilder<boolean>;
  /** Where the job of a record lies. */
  readonly subjectOf: (id: string) => string;
  /** Fails a record that still meets the condition, with its event; false when there is no such record any more. */
  readonly fail: (failure: {
    readonly id: string;
    readonly reason: Stranding;
    readonly condition: RawBuilder<boolean>;
  }) => Promise<boolean>;
}

interface SweepDeps<DB> {
  readonly db: Kysely<DB>;
  readonly bus: Bus;
  readonly onFailed: (reason: Stranding) => void;
}

/** A turn looks at so many batches at most and the next one goes on from there: a long queue is no reason to stop. */
const batchesPerTurnMax = 20;

/**
 * Fails what nobody will ever finish: what was never taken and has no job, and what was taken and whose lease ended
 * long ago. Without an answer from NATS it does nothing, since silence may hide a job. Replicas may sweep side by
 * side: each failing is an update with its condition, and one of them wins.
 *
 * A record whose lease ended and whose job is still there gets one more turn: after a machine slept or NATS was away
 * everything looks overdue, and the job is delivered again within a second.
 * @returns one turn, to be run at intervals
 */
export function createSweep<DB>(
  { db, bus, onFailed }: SweepDeps<DB>,
  all: readonly Swept[],
  options: SweepOptions,
): (signal: AbortSignal) => Promise<void> {
  const places = new Map<Swept, Map<Stranding, StrandedRecord>>(all.map((swept) => [swept, new Map()]));
  let suspects: ReadonlySet<string> = new Set();

  const failOne = async (swept: Swept, stranding: Stranding, id: string): Promise<void> => {
    const condition = strandedConditions[stranding](options);
    if (!(await swept.fail({ id, reason: stranding, condition }))) return;
    onFailed(stranding);
    options.log.warn({ id, table: swept.table, reason: stranding }, 'failed what nobody will finish');
  };

  const sweepBatch = async (swept: Swept, stranding: Stranding, overdue: Set<string>): Promise<boolean> => {
    const { table, isOpen = isProcessing, subjectOf } = swept;
    const place = places.get(swept);
    const page = { after: place?.get(stranding), limit: options.batchSize };
    const found = await findStranded(db, { table, isOpen }, stranding, options, page);
    const queued = await Promise.all(found.map(({ id }) => hasMessage(bus, streamNames.jobs, subjectOf(id))));
    const doomed = found.filter(({ id }, index) => {
      if (queued[index] && stranding === 'lease_ended') overdue.add(id);
      return !queued[index] || suspects.has(id);
    });
    for (const { id } of doomed) await failOne(swept, stranding, id);
    const last = found.length === options.batchSize ? found.at(-1) : undefined;
    if (last) place?.set(stranding, last);
    else place?.delete(stranding);
    return last !== undefined;
  };

  return async (signal) => {
    const overdue = new Set<string>();
    try {
      for (const swept of all) {
        for (const stranding of failureReasons) {
          for (let batch = 0; batch < batchesPerTurnMax && !signal.aborted; batch++) {
            if (!(await sweepBatch(swept, stranding, overdue))) break;
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
