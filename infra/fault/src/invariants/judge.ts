import type { Observed } from '../outcome/observed.ts';
import type { Invariant } from './invariant.ts';
import { viewOf } from './ledger-view.ts';
import { money } from './money.ts';
import { promises } from './promises.ts';
import { reports } from './reports.ts';
import { rest } from './rest.ts';

export const invariants: readonly Invariant[] = [...promises, ...money, ...reports, ...rest];

export interface Verdict {
  readonly name: string;
  /** The number of checked items; zero means that the run did not test it. */
  readonly checked: number;
  readonly violations: readonly string[];
}

/** Checks invariants, all of every run when left out, against the outcome of a run. */
export function judge(observed: Observed, held = invariants): readonly Verdict[] {
  const view = viewOf(observed);
  return held.map(({ name, check }) => ({ name, ...check(view) }));
}
