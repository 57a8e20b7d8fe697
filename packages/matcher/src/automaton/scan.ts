import type { FoldTable } from '../folding/fold-table.ts';
import type { Match, Scan, ScanOptions, WordSetTables } from '../types.ts';
import { OUT, OUT_SHIFT } from './double-array.ts';
import { createMachine } from './machine.ts';
import { AT_ROW, AT_STATE, AT_STEP, createPosition, resetPosition } from './position.ts';
import { createReporter } from './report.ts';
import { createRows } from './rows.ts';
import { createSkim } from './skim.ts';
import { buildStepTable, STEP_SKIP, STEP_SPECIAL } from './step-table.ts';

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
    const list = (states[(position[AT_STATE] as number) + OUT] as number) >> OUT_SHIFT;
    return list === 0 || reporter.hits(list, position[AT_ROW] as number, matches, limit);
  }

  /** Takes the steps of the unit at `at`, whatever it is; false when there was too much to report. */
  function advance(text: string, at: number, matches: Match[], limit: number): boolean {
    const step = steps[text.charCodeAt(at)] as number;
    if (step === position[AT_STEP] || step === STEP_SKIP) return true;
    if (step !== STEP_SPECIAL) {
      machine.advance(position, step, at);
      return report(matches, limit);
    }
    let place = at;
    for (const next of machine.stepsAt(text, at)) {
      if (next !== position[AT_STEP]) {
        machine.advance(position, next, place);
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
    let at = 0;
    while (at < text.length) {
      at = skim(text, at, position);
      if (at === text.length) break;
      let goesOn = true;
      if (steps[text.charCodeAt(at)] === STEP_SPECIAL) {
        goesOn = advance(text, at, matches, limit);
      } else {
        machine.enter(position);
        goesOn = report(matches, limit);
      }
      for (at++; goesOn && position[AT_STATE] !== 0 && at < text.length; at++) {
        goesOn = advance(text, at, matches, limit);
      }
      if (!goesOn) return { matches: matches.slice(0, limit), truncated: true };
    }
    return { matches, truncated: false };
  };
}
