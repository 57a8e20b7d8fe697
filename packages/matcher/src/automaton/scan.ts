import type { FoldTable } from '../folding/fold-table.ts';
import type { Match, Scan, ScanOptions, WordSetTables } from '../types.ts';
import { createPosition, resetPosition } from './position.ts';
import { createRowReader } from './read-rows.ts';
import { createReporter } from './report.ts';
import { createRows } from './rows.ts';
import { createSearch } from './search-rows.ts';
import { OUT } from './state-layout.ts';
import { buildStepTable } from './step-table.ts';

export const LIMIT_DEFAULT = 10_000;

export interface Scanner {
  scan(text: string, options?: ScanOptions): Scan;
  /** Units that the checks of the last scan have looked at: what a test of hostile texts counts. */
  checkSteps(): number;
}

/** A scanner over one word set's tables. It keeps its buffers from text to text. */
export function createScanner(tables: WordSetTables, table: FoldTable): Scanner {
  const { links, classes } = tables;
  const steps = buildStepTable(table, classes);
  const rows = createRows(tables.grams);
  const reader = createRowReader(rows, steps, classes, table);
  const search = createSearch(tables, steps, rows);
  const reporter = createReporter(tables, table, rows);
  const position = createPosition();

  /** Looks at the hits gathered so far; false when there was too much to report. */
  function report(matches: Match[], limit: number): boolean {
    const { hits, hitCount } = position;
    position.hitCount = 0;
    for (let i = 0; i < hitCount; i += 2) {
      const list = links[(hits[i] as number) + OUT] as number;
      if (!reporter.hits(list, hits[i + 1] as number, matches, limit)) return false;
    }
    return true;
  }

  function scan(text: string, options: ScanOptions = {}): Scan {
    const limit = options.limit ?? LIMIT_DEFAULT;
    const matches: Match[] = [];
    resetPosition(position);
    reader.begin(text);
    reporter.begin(text);
    for (let gone = reader.read(); gone >= 0; gone = reader.read()) {
      position.row -= gone;
      position.first -= gone;
      reporter.renumber();
      search(text, position);
      if (position.hitCount > 0 && !report(matches, limit)) {
        return { matches: matches.slice(0, limit), truncated: true };
      }
    }
    return { matches, truncated: false };
  }

  return { scan, checkSteps: reporter.steps };
}
