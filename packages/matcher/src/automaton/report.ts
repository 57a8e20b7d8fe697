import type { FoldTable } from '../folding/fold-table.ts';
import type { Match, WordSetTables } from '../types.ts';
import { createAlignment } from './alignment.ts';
import { collectHit } from './collect.ts';
import type { CheckContext } from './hit-check.ts';
import { literalMatch, REFUSED } from './literal.ts';
import { P_RUNS, P_UNITS, PATTERN_FIELDS } from './patterns.ts';
import { ROW_MASK, type RowPlaces } from './rows.ts';
import { createWindow, ROWS_BEFORE, readWindow } from './window.ts';

/**
 * Units that checks without a match may look at for each unit of the text, on top of a flat amount, before a
 * scan gives up as truncated. Copy of shops needs less than one, the worst we could think of forty.
 */
export const STEPS_PER_UNIT = 256;
export const STEPS_FLAT = 1_000_000;

export interface Reporter {
  /** Starts on a new text. */
  begin(text: string): void;
  /**
   * Checks the patterns of an output list, which end in a row, and adds those that stand there.
   *
   * @returns false when there are more matches than the limit, or more to check than the text is worth
   */
  hits(list: number, row: number, matches: Match[], limit: number): boolean;
  /** Units that checks have looked at since the text began, those of literal matches left out. */
  steps(): number;
}

/** Turns the automaton's hits into matches by reading the text around each again. */
export function createReporter(tables: WordSetTables, table: FoldTable, places: RowPlaces): Reporter {
  const { outputs, patterns, classes } = tables;
  const window = createWindow();
  const context: CheckContext = {
    tables,
    table,
    stream: window.stream,
    alignment: createAlignment(),
    text: '',
    stepsLeft: 0,
  };
  let stepsAllowed = 0;
  let windowRow = -1;
  let windowFirst = 0;

  /** First row to read for a match that begins in `row`: one that begins with a unit of the text. */
  function firstRow(row: number): number {
    let first = Math.max(0, row - ROWS_BEFORE);
    while ((places[first & ROW_MASK] as number) < 0) first--;
    return first;
  }

  return {
    begin(text) {
      context.text = text;
      stepsAllowed = STEPS_FLAT + text.length * STEPS_PER_UNIT;
      context.stepsLeft = stepsAllowed;
      windowRow = -1;
    },
    hits(list, row, matches, limit) {
      for (let entry = list; entry !== 0; entry = outputs[entry * 2 + 1] as number) {
        if (context.stepsLeft < 0) return false;
        const pattern = (outputs[entry * 2] as number) * PATTERN_FIELDS;
        const begins = row - (patterns[pattern + P_RUNS] as number) + 1;
        const place = places[begins & ROW_MASK] as number;
        if (place >= 0 && patterns[pattern + P_RUNS] !== 1) {
          const literal = literalMatch(tables, context.text, place, pattern, table.entries);
          if (literal === REFUSED) {
            context.stepsLeft -= patterns[pattern + P_UNITS] as number;
            continue;
          }
          if (literal !== undefined) {
            matches.push(literal);
            if (matches.length > limit) return false;
            continue;
          }
        }
        const first = firstRow(begins);
        if (windowRow !== row || first < windowFirst) {
          const from = places[first & ROW_MASK] as number;
          context.stepsLeft -= readWindow(window, context.text, from, row - first, table, classes);
          windowRow = row;
          windowFirst = first;
        }
        collectHit(context, window.rows, window.row, pattern, matches);
        if (matches.length > limit) return false;
      }
      return true;
    },
    steps: () => stepsAllowed - context.stepsLeft,
  };
}
