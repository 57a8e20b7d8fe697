import type { FoldTable } from '../folding/fold-table.ts';
import type { Match, Scan, ScanOptions, WordSetTables } from '../types.ts';
import { BASE, FAIL, FAIL_MASK, OUT, OUT_SHIFT, OWNER, UNDER_WAY } from './double-array.ts';
import { SPREAD } from './gram-filter.ts';
import { createMachine, type Position } from './machine.ts';
import { createReporter } from './report.ts';
import { createRows, ROW_MASK } from './rows.ts';
import { buildStepTable, STEP_MASK, STEP_SKIP, STEP_SPECIAL } from './step-table.ts';

export const LIMIT_DEFAULT = 10_000;

const start = (): Position => ({ row: -1, state: 0, previous: -1, hash2: 0, hash4: 0, hash8: 0 });

/** A scanner over one word set's tables. It keeps its buffers from text to text. */
export function createScanner(tables: WordSetTables, table: FoldTable) {
  const steps = buildStepTable(table, tables.classes);
  const rows = createRows();
  const machine = createMachine(tables, table, rows);
  const reporter = createReporter(tables, table, rows);
  const skim = createSkim(tables, steps, rows.places, rows.taken);

  return function scan(text: string, options: ScanOptions = {}): Scan {
    const limit = options.limit ?? LIMIT_DEFAULT;
    const matches: Match[] = [];
    const position = start();
    const truncated = { matches, truncated: true };
    const isFull = (): boolean => {
      const list = (tables.states[position.state + OUT] as number) >> OUT_SHIFT;
      return list !== 0 && !reporter.hits(list, position.row, matches, limit);
    };
    reporter.begin(text);
    for (let at = skim(text, 0, position); at < text.length; at = skim(text, at + 1, position)) {
      if (steps[text.charCodeAt(at)] !== STEP_SPECIAL) {
        position.state = machine.enter(position);
        if (isFull()) return cut(truncated, limit);
        continue;
      }
      let place = at;
      for (const step of machine.stepsAt(text, at)) {
        if (step !== position.previous) {
          machine.advance(position, step, place);
          if (isFull()) return cut(truncated, limit);
        }
        place = ~at;
      }
    }
    return { matches, truncated: false };
  };
}

function cut(scan: Scan, limit: number): Scan {
  if (scan.matches.length > limit) scan.matches.length = limit;
  return scan;
}

type Skim = (text: string, from: number, position: Position) => number;

/**
 * The hot loop: reads on until a filter answers, a pattern ends or a special unit comes, and says where. It
 * calls nothing, so that the compiler can keep all of it in registers, and writes out by hand what machine.ts
 * has as functions.
 */
function createSkim(tables: WordSetTables, steps: Uint16Array, places: Int32Array, taken: Uint16Array): Skim {
  const { states, filters, filterLayout } = tables;
  const [from2 = 0, shift2 = 27, from4 = 0, shift4 = 27, from8 = 0, shift8 = 27] = filterLayout;

  return function skim(text, from, position) {
    let { row, state, previous, hash2, hash4, hash8 } = position;
    let at = from;
    for (; at < text.length; at++) {
      const step = steps[text.charCodeAt(at)] as number;
      if (step === previous || step === STEP_SKIP) continue;
      if (step === STEP_SPECIAL) break;
      previous = step;
      row++;
      places[row & ROW_MASK] = at;
      taken[row & ROW_MASK] = step;
      const spread = Math.imul(step, SPREAD);
      hash2 = ((hash2 << 16) + spread) | 0;
      hash4 = ((hash4 << 8) + spread) | 0;
      hash8 = ((hash8 << 4) + spread) | 0;
      const bit2 = hash2 >>> shift2;
      const bit4 = hash4 >>> shift4;
      const bit8 = hash8 >>> shift8;
      const mayBegin =
        ((filters[from2 + (bit2 >>> 5)] as number) >>> (bit2 & 31)) |
        ((filters[from4 + (bit4 >>> 5)] as number) >>> (bit4 & 31)) |
        ((filters[from8 + (bit8 >>> 5)] as number) >>> (bit8 & 31)) |
        (step >>> 15);
      if (state !== 0) {
        const move = (step & STEP_MASK) << 2;
        let next = (states[state + BASE] as number) + move;
        while (states[next + OWNER] !== state && state !== 0) {
          state = (states[state + FAIL] as number) & FAIL_MASK;
          next = (states[state + BASE] as number) + move;
        }
        const isGone = states[next + OWNER] !== state || ((states[next + FAIL] as number) & UNDER_WAY) === 0;
        state = isGone ? 0 : next;
        if ((states[state + OUT] as number) >> OUT_SHIFT !== 0) break;
      }
      if (mayBegin & 1) break;
    }
    position.row = row;
    position.state = state;
    position.previous = previous;
    position.hash2 = hash2;
    position.hash4 = hash4;
    position.hash8 = hash8;
    return at;
  };
}
