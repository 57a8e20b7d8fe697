import type { FoldTable } from '../folding/fold-table.ts';
import { FIRST_KIND, FOLD_SHIFT, GAP_COMBINING } from '../folding/kinds.ts';
import type { WordSetTables } from '../types.ts';
import { createAlignment } from './alignment.ts';
import { collectHit } from './collect.ts';
import { addMatch, type Found } from './found.ts';
import type { CheckContext } from './hit-check.ts';
import { beginsInWord, endsInWord } from './in-word.ts';
import { literalEnd, REFUSED, UNSURE } from './literal.ts';
import { isPlainText, O_NEXT, O_PATTERN, O_PLAIN, O_TERM, OUTPUT_FIELDS } from './output-entries.ts';
import { P_BOUNDARY, P_FIRST_RUN, P_OFFSET, P_RUNS, P_TERM, P_UNITS, PATTERN_FIELDS } from './patterns.ts';
import type { Rows } from './rows.ts';
import { createWindow, ROWS_BEFORE, readWindow } from './window.ts';

/**
 * Units that checks without a match may look at for each unit of the text, on top of a flat amount, before a
 * scan gives up as truncated. Copy of shops needs less than one, the worst we could think of sixty.
 */
export const STEPS_PER_UNIT = 256;
export const STEPS_FLAT = 1_000_000;

export interface Reporter {
  /** Starts on a new text. */
  begin(text: string): void;
  /** Must be called when the numbers of rows have changed. */
  renumber(): void;
  /**
   * Checks the patterns of an output list, which end in a row, and adds those that stand there.
   *
   * @returns false when there are more matches than the limit, or more to check than the text is worth
   */
  hits(list: number, row: number, found: Found, limit: number): boolean;
  /** Units that checks have looked at since the text began, those of literal matches left out. */
  steps(): number;
}

/**
 * Turns the automaton's hits into matches by reading the text around each again.
 */
export function createReporter(tables: WordSetTables, table: FoldTable, rows: Rows): Reporter {
  const { outputs, patterns, gapBefore, classes } = tables;
  const { places } = rows;
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
    while ((places[first] as number) < 0) first--;
    return first;
  }

  /**
   * Returns the start of the pattern if it stands as written: with its row, or, if it may begin inside a word, behind
   * what else is in that row. Negative when that is nowhere.
   */
  function literalStart(row: number, pattern: number): number {
    if (patterns[pattern + P_BOUNDARY] === 1) return places[row] as number;
    const firstRun = patterns[pattern + P_FIRST_RUN] as number;
    const offset = patterns[pattern + P_OFFSET] as number;
    for (let i = 1; i <= firstRun; i++) if (gapBefore[offset + i] !== 0) return places[row] as number;
    return (places[row + 1] as number) - firstRun;
  }

  /** Returns whether the first row has only what the pattern begins with. */
  function beginsExactly(row: number, start: number, pattern: number): boolean {
    return places[row + 1] === start + (patterns[pattern + P_FIRST_RUN] as number);
  }

  /** Returns whether a row is one plain unit, with at most one separator before the next row. */
  function isOneUnit(row: number): boolean {
    if (row + 1 >= rows.count) return false;
    const place = places[row] as number;
    const next = places[row + 1] as number;
    if ((table.entries[context.text.charCodeAt(place)] as number) < FIRST_KIND) return false;
    return next === place + 1 || (next === place + 2 && isSeparator(place + 1));
  }

  function isSeparator(at: number): boolean {
    const entry = table.entries[context.text.charCodeAt(at)] as number;
    return entry >= 0 && entry < FIRST_KIND;
  }

  /**
   * Returns whether a number of rows up to this one are an ideograph each, adjacent and with no mark on the last: a
   * pattern of plain ideographs that the automaton saw end here then stands as written.
   */
  function isPlain(row: number, count: number): boolean {
    const last = places[row] as number;
    const start = places[row - count + 1] as number;
    if (last - start !== count - 1 || start < 0) return false;
    if (row + 1 < rows.count ? places[row + 1] !== last + 1 : last + 1 < context.text.length) {
      const next = table.entries[context.text.charCodeAt(last + 1)] as number;
      if (next >> FOLD_SHIFT === GAP_COMBINING) return false;
    }
    return isPlainText(context.text, start, last + 1, table.entries);
  }

  return {
    begin(text) {
      context.text = text;
      stepsAllowed = STEPS_FLAT + text.length * STEPS_PER_UNIT;
      context.stepsLeft = stepsAllowed;
      windowRow = -1;
    },
    renumber() {
      windowRow = -1;
    },
    hits(list, row, found, limit) {
      const { text } = context;
      const isInWord = endsInWord(text, rows, row);
      const isSingle = isOneUnit(row);
      for (let entry = list; entry !== 0; entry = outputs[entry * OUTPUT_FIELDS + O_NEXT] as number) {
        if (context.stepsLeft < 0) return false;
        const plain = outputs[entry * OUTPUT_FIELDS + O_PLAIN] as number;
        if (plain > 0 && (plain > 1 || isSingle) && isPlain(row, plain)) {
          const start = places[row - plain + 1] as number;
          const term = outputs[entry * OUTPUT_FIELDS + O_TERM] as number;
          addMatch(found, term, start, start + plain, 0);
          if (found.count > limit) return false;
          continue;
        }
        const pattern = (outputs[entry * OUTPUT_FIELDS + O_PATTERN] as number) * PATTERN_FIELDS;
        const begins = row - (patterns[pattern + P_RUNS] as number) + 1;
        const isOneRow = begins === row;
        if (isOneRow && isSingle && (patterns[pattern + P_UNITS] as number) > 1) continue;
        if (patterns[pattern + P_BOUNDARY] === 1 && (isInWord || beginsInWord(text, rows, begins))) continue;
        const start = !isOneRow ? literalStart(begins, pattern) : isSingle ? (places[row] as number) : -1;
        if (start >= 0) {
          const end = literalEnd(tables, text, start, pattern, table.entries);
          if (end === REFUSED) {
            context.stepsLeft -= patterns[pattern + P_UNITS] as number;
            if (isOneRow || beginsExactly(begins, start, pattern)) continue;
          } else if (end !== UNSURE) {
            addMatch(found, patterns[pattern + P_TERM] as number, start, end, 0);
            if (found.count > limit) return false;
            continue;
          }
        }
        const first = firstRow(begins);
        if (windowRow !== row || first < windowFirst) {
          const from = places[first] as number;
          context.stepsLeft -= readWindow(window, text, from, row - first, table, classes);
          windowRow = row;
          windowFirst = first;
        }
        collectHit(context, window.rows, window.row, pattern, found);
        if (found.count > limit) return false;
      }
      return true;
    },
    steps: () => stepsAllowed - context.stepsLeft,
  };
}
