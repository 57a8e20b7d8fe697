import type { FoldTable } from '../folding/fold-table.ts';
import type { Match, Scan, ScanOptions, WordSetTables } from '../types.ts';
import { OUT } from './double-array.ts';
import { createMachine } from './machine.ts';
import { createPosition, resetPosition } from './position.ts';
import { createReporter } from './report.ts';
import { createRows } from './rows.ts';
import { createSkim } from './skim.ts';
import { buildStepTable, STEP_SPECIAL } from './step-table.ts';

export const LIMIT_DEFAULT = 10_000;

/** A scanner over one word set's tables. It keeps its buffers from text to text. */
export function createScanner(tables: WordSetTables, table: FoldTable) {
  const { states } = tables;
  const steps = buildStepTable(table, tables.classes);
  const rows = createRows();
  const machine = createMachine(tables, table, rows);
  const reporter = createReporter(tables, table, rows);
  const skim = createSkim(tables, steps, rows);
  const position = createPosition();

  /** Reports what ends in the current row; false when that was too much. */
  function report(matches: Match[], limit: number): boolean {
    const list = states[machine.endState(position) + OUT] as number;
    return list === 0 || reporter.hits(list, position.row, matches, limit);
  }

  /** Takes the steps of a unit that is special; false when there was too much to report. */
  function advance(text: string, at: number, matches: Match[], limit: number): boolean {
    let place = at;
    for (const step of machine.stepsAt(text, at)) {
      if (step !== position.step) {
        machine.advance(position, step, place);
        if (!report(matches, limit)) return false;
      }
      place = ~at;
    }
    return true;
  }

  return function scan(text: string, options: ScanOptions = {}): Scan {
    const limit = options.limit ?? LIMIT_DEFAULT;
    const matches: Match[] = [];
    resetPosition(position);
    reporter.begin(text);
    for (let at = skim(text, 0, position); at < text.length; at = skim(text, at + 1, position)) {
      const isSpecial = steps[text.charCodeAt(at)] === STEP_SPECIAL;
      const goesOn = isSpecial ? advance(text, at, matches, limit) : report(matches, limit);
      if (!goesOn) return { matches: matches.slice(0, limit), truncated: true };
    }
    return { matches, truncated: false };
  };
}
