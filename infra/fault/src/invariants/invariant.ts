import type { LedgerView } from './ledger-view.ts';

/** A condition that must hold after every run, whatever faults it had. */
export interface Invariant {
  readonly name: string;
  /** Checks all items. `violations` has one sentence for each item that violates it. */
  readonly check: (view: LedgerView) => { readonly checked: number; readonly violations: readonly string[] };
}

/** Builds an invariant about each of some items: `fault` returns the violation of one, or undefined. */
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
