import type { FoldTable } from '../folding/fold-table.ts';
import type { Match, Scan, ScanOptions, WordSetTables } from '../types.ts';
import { createMachine } from './machine.ts';
import { createPosition, resetPosition } from './position.ts';
import { createReporter } from './report.ts';
import { createRowPlaces } from './rows.ts';
import { createSkim } from './skim.ts';
import { OUT } from './state-layout.ts';
import { buildStepTable, STEP_SPECIAL } from './step-table.ts';

export const LIMIT_DEFAULT = 10_000;

export interface Scanner {
  scan(text: string, options?: ScanOptions): Scan;
  /** Units that the checks of the last scan have looked at: what a test of hostile texts counts. */
  checkSteps(): number;
}

/** A scanner over one word set's tables. It keeps its buffers from text to text. */
export function createScanner(tables: WordSetTables, table: FoldTable): Scanner {
  const { links } = tables;
  const steps = buildStepTable(table, tables.classes);
  const places = createRowPlaces();
  const machine = createMachine(tables, table, places);
  const reporter = createReporter(tables, table, places);
  const skim = createSkim(tables, steps, places);
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

  /** Takes the steps of a unit that is special. */
  function takeSpecial(text: string, at: number): void {
    let place = at;
    for (const step of machine.stepsAt(text, at)) {
      if (step !== position.step) machine.advance(position, step, place);
      place = ~at;
    }
  }

  function scan(text: string, options: ScanOptions = {}): Scan {
    const limit = options.limit ?? LIMIT_DEFAULT;
    const matches: Match[] = [];
    resetPosition(position);
    reporter.begin(text);
    let at = 0;
    while (at < text.length) {
      at = skim(text, at, position);
      if (at < text.length && steps[text.charCodeAt(at)] === STEP_SPECIAL) takeSpecial(text, at++);
      if (position.hitCount > 0 && !report(matches, limit)) {
        return { matches: matches.slice(0, limit), truncated: true };
      }
    }
    return { matches, truncated: false };
  }

  return { scan, checkSteps: reporter.steps };
}
