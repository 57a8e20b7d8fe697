import type { FoldTable } from '../folding/fold-table.ts';
import type { Match, WordSetTables } from '../types.ts';
import { createAlignment } from './alignment.ts';
import { collectHit } from './collect.ts';
import type { CheckContext } from './hit-check.ts';
import { literalMatch, REFUSED } from './literal.ts';
import { P_RUNS, PATTERN_FIELDS } from './patterns.ts';
import { ROW_MASK, type RowPlaces } from './rows.ts';
import { createWindow, ROWS_BEFORE, readWindow } from './window.ts';

/** Checks allowed for each unit of the text, on top of a flat amount, before a scan gives up as truncated. */
const CHECKS_PER_UNIT = 32;
const CHECKS_FLAT = 100_000;

export interface Reporter {
  /** Starts on a new text. */
  begin(text: string): void;
  /**
   * Checks the patterns of an output list, which end in a row, and adds those that stand there.
   *
   * @returns false when there are more matches than the limit, or more checks than the text is worth
   */
  hits(list: number, row: number, matches: Match[], limit: number): boolean;
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
  };
  let checksLeft = 0;
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
      checksLeft = CHECKS_FLAT + text.length * CHECKS_PER_UNIT;
      windowRow = -1;
    },
    hits(list, row, matches, limit) {
      for (let entry = list; entry !== 0; entry = outputs[entry * 2 + 1] as number) {
        if (--checksLeft < 0) return false;
        const pattern = (outputs[entry * 2] as number) * PATTERN_FIELDS;
        const begins = row - (patterns[pattern + P_RUNS] as number) + 1;
        const place = places[begins & ROW_MASK] as number;
        if (place >= 0 && patterns[pattern + P_RUNS] !== 1) {
          const literal = literalMatch(tables, context.text, place, pattern, table.entries);
          if (literal === REFUSED) continue;
          if (literal !== undefined) {
            matches.push(literal);
            if (matches.length > limit) return false;
            continue;
          }
        }
        const first = firstRow(begins);
        if (windowRow !== row || first < windowFirst) {
          readWindow(window, context.text, places[first & ROW_MASK] as number, row - first, table, classes);
          windowRow = row;
          windowFirst = first;
        }
        collectHit(context, window.rows, window.row, pattern, matches);
        if (matches.length > limit) return false;
      }
      return true;
    },
  };
}
