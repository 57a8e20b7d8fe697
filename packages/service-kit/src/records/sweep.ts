import { type RawBuilder, sql } from 'kysely';
import { type Bus, BusError, hasMessage, streamNames } from '../bus/index.ts';
import { isDatabaseUnavailable } from '../db/index.ts';
import type { Logger } from '../log/index.ts';
import { isProcessing } from './conditions.ts';
import type { Records } from './records.ts';
import {
  findStranded,
  type StrandedLimits,
  type StrandedRecord,
  type SweepReason,
  strandedConditions,
  sweepReasons,
} from './stranded.ts';

export interface SweepOptions extends StrandedLimits {
  /** Records that are looked at together, each with a question to NATS. */
  readonly batchSize: number;
  readonly log: Logger;
}

/** Records that a sweeper covers. */
export interface Swept<DB> {
  readonly records: Pick<Records<DB, never>, 'db' | 'kind' | 'fail'>;
  /** Returns where the job of a record is queued. */
  readonly subjectOf: (id: string) => string;
  /** Condition over the records whose jobs are queued there, where those of others are queued elsewhere. */
  readonly lane?: RawBuilder<boolean>;
}

interface SweepDeps {
  readonly bus: Bus;
  readonly onFailed: (reason: SweepReason) => void;
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
  { bus, onFailed }: SweepDeps,
  all: readonly Swept<DB>[],
  options: SweepOptions,
): (signal: AbortSignal) => Promise<void> {
  const places = new Map<Swept<DB>, Map<SweepReason, StrandedRecord>>(all.map((swept) => [swept, new Map()]));
  let suspects: ReadonlySet<string> = new Set();

  const failOne = async (swept: Swept<DB>, reason: SweepReason, id: string): Promise<void> => {
    const condition = strandedConditions[reason](options);
    const { kind, fail } = swept.records;
    // The row may have changed since it was found; it fails under the condition that it was found by.
    if (!(await fail({ id, reason, condition }))) return;
    onFailed(reason);
    options.log.warn({ id, table: kind.table, reason }, 'failed a record that nobody will finish');
  };

  const sweepBatch = async (
    swept: Swept<DB>,
    reason: SweepReason,
    overdue: Set<string>,
  ): Promise<boolean> => {
    const { records, subjectOf, lane } = swept;
    const { table, isOpen = isProcessing } = records.kind;
    const isSwept = lane ? sql<boolean>`${isOpen} and ${lane}` : isOpen;
    const place = places.get(swept);
    const page = { after: place?.get(reason), limit: options.batchSize };
    const found = await findStranded(records.db, { table, isOpen: isSwept }, reason, options, page);
    const queued = await Promise.all(found.map(({ id }) => hasMessage(bus, streamNames.jobs, subjectOf(id))));
    const doomed = found.filter(({ id }, index) => {
      if (queued[index] && reason === 'lease_ended') overdue.add(id);
      return !queued[index] || suspects.has(id);
    });
    for (const { id } of doomed) await failOne(swept, reason, id);
    const last = found.length === options.batchSize ? found.at(-1) : undefined;
    if (last) place?.set(reason, last);
    else place?.delete(reason);
    return last !== undefined;
  };

  return async (signal) => {
    const overdue = new Set<string>();
    try {
      for (const swept of all) {
        for (const reason of sweepReasons) {
          for (let batch = 0; batch < batchesPerTurnMax && !signal.aborted; batch++) {
            if (!(await sweepBatch(swept, reason, overdue))) break;
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
