import { inBatches } from '@redline/service-kit/db';
import type { TakeLimits, Taking } from '@redline/service-kit/records';
import type { Db } from '../tables.ts';
import { finishChecks, type Verdict } from './finish-checks.ts';
import { type Inserting, insertChecks, type NewCheck } from './insert-checks.ts';
import { type TakenCheck, takeChecks } from './take-checks.ts';

/** The three writes that every check needs. Each is one statement for all that want it at the same moment. */
export interface CheckWrites {
  readonly insert: (check: NewCheck) => Promise<Inserting>;
  readonly take: (id: string) => Promise<Taking<TakenCheck>>;
  /** False when the check is somebody else's by now. */
  readonly finish: (verdict: Verdict) => Promise<boolean>;
}

/** Rows of one statement. Jobs at the same time are fewer; a text has 30 kB at most, a verdict seldom as much. */
const sizeMax = 64;

export function checkWrites(db: Db, limits: TakeLimits): CheckWrites {
  // Ids of texts that are known to be stored: as many as the packs have rules and reasons.
  const storedIds = new Set<string>();
  return {
    insert: inBatches((checks: readonly NewCheck[]) => insertChecks(db, checks), { sizeMax }),
    take: inBatches((ids: readonly string[]) => takeChecks(db, ids, limits), { sizeMax }),
    finish: inBatches((verdicts: readonly Verdict[]) => finishChecks(db, verdicts, storedIds), {
      sizeMax,
    }),
  };
}
