import type { LedgerView } from './ledger-view.ts';

/** Something that must hold after every run, whatever died in it. */
export interface Invariant {
  readonly name: string;
  /** Looks at everything it is about. `violations` has one sentence for each thing that breaks it. */
  readonly check: (view: LedgerView) => { readonly checked: number; readonly violations: readonly string[] };
}

/** An invariant about each of some things: `fault` gives what is wrong with one, or undefined. */
export function forEach<T>(
  name: string,
  things: (view: LedgerView) => readonly T[],
  fault: (thing: T, view: LedgerView) => string | undefined,
): Invariant {
  return {
    name,
    check(view) {
      const all = things(view);
      return { checked: all.length, violations: all.flatMap((thing) => fault(thing, view) ?? []) };
    },
  };
}
