import { ALL_FOLDS } from './names.ts';
import { buildFoldTable } from './unit-table.ts';

/** How to fold any text with one combination of folds. */
export interface FoldTable {
  readonly folds: number;
  /** For each UTF-16 unit, its description (layout in kinds.ts). */
  readonly entries: Int32Array;
  /** What single units become that fold to several. */
  readonly expansions: readonly Int32Array[];
  /** Code points that separate elsewhere and are symbols here, since a term consists of them alone. */
  readonly literals: ReadonlySet<number>;
}

/** A pure function remembered: at most one table for each combination of folds in use. */
const built = new Map<number, FoldTable>();
const TABLES_MAX = 16;

/** The table of a set of folds, built when it is first asked for. */
export function foldTable(folds: number = ALL_FOLDS): FoldTable {
  let table = built.get(folds);
  if (table === undefined) {
    table = buildFoldTable(folds);
    if (built.size >= TABLES_MAX) built.clear();
    built.set(folds, table);
  }
  return table;
}
