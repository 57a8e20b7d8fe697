import type { FoldTable } from './fold-table.ts';
import { ALL_FOLDS } from './names.ts';
import { buildFoldTable } from './unit-table.ts';

/** The tables in use, one for each combination of folds. */
const built = new Map<number, FoldTable>();
const TABLES_MAX = 16;

/** Returns the table of a set of folds; builds it when it is first asked for. */
export function foldTable(folds: number = ALL_FOLDS): FoldTable {
  let table = built.get(folds);
  if (table === undefined) {
    table = buildFoldTable(folds);
    if (built.size >= TABLES_MAX) built.clear();
    built.set(folds, table);
  }
  return table;
}
