import type { FoldTable } from '../folding/fold-table.ts';
import type { FoundMatches, Scan, ScanOptions, WordSetTables } from '../types.ts';
import { createFound, matchesOf } from './found.ts';
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
  find(text: string, options?: ScanOptions): FoundMatches;
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
  const found = createFound();

  /** Looks at the hits gathered so far; false when there was too much to report. */
  function report(limit: number): boolean {
    const { hits, hitCount } = position;
    position.hitCount = 0;
    for (let i = 0; i < hitCount; i += 2) {
      const list = links[(hits[i] as number) + OUT] as number;
      if (!reporter.hits(list, hits[i + 1] as number, found, limit)) return false;
    }
    return true;
  }

  function find(text: string, options: ScanOptions = {}): FoundMatches {
    const limit = options.limit ?? LIMIT_DEFAULT;
    found.count = 0;
    found.truncated = false;
    resetPosition(position);
    reader.begin(text);
    reporter.begin(text);
    for (let gone = reader.read(); gone >= 0; gone = reader.read()) {
      position.row -= gone;
      position.first -= gone;
      reporter.renumber();
      search(text, position);
      if (position.hitCount > 0 && !report(limit)) {
        found.count = Math.min(found.count, limit);
        found.truncated = true;
        break;
      }
    }
    return found;
  }

  function scan(text: string, options?: ScanOptions): Scan {
    const { truncated } = find(text, options);
    return { matches: matchesOf(found), truncated };
  }

  return { scan, find, checkSteps: reporter.steps };
}
