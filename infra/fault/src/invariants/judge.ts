import type { Observed } from '../outcome/observed.ts';
import type { Invariant } from './invariant.ts';
import { viewOf } from './ledger-view.ts';
import { money } from './money.ts';
import { promises } from './promises.ts';
import { rest } from './rest.ts';

export const invariants: readonly Invariant[] = [...promises, ...money, ...rest];

export interface Verdict {
  readonly name: string;
  /** How many things it was held against; none means that the run has not tried it. */
  readonly checked: number;
  readonly violations: readonly string[];
}

/** Holds every invariant against what a run left behind. */
export function judge(observed: Observed): readonly Verdict[] {
  const view = viewOf(observed);
  return invariants.map(({ name, check }) => ({ name, ...check(view) }));
}
