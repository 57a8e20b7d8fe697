import type { FoldTable } from '../folding/fold-table.ts';
import { resolveSpecial } from '../folding/special-units.ts';
import type { WordSetTables } from '../types.ts';
import { addHit, type Position } from './position.ts';
import { ROW_MASK, type RowPlaces } from './rows.ts';
import { BASE, BASE_SHIFT, FAIL, HAS_OUT, OWNER } from './state-layout.ts';
import { STEP_MASK, STEP_SINGLE, stepOf } from './step-table.ts';

export interface Machine {
  /** Takes one step with all that belongs to it, and adds what it hits. */
  advance(position: Position, step: number, place: number): void;
  /** The steps of a unit that needs a look at its neighbours. */
  stepsAt(text: string, at: number): number[];
}

/** The automaton step by step, for what the hot loop in skim.ts does not do itself. */
export function createMachine(tables: WordSetTables, table: FoldTable, places: RowPlaces): Machine {
  const { states, links, classes } = tables;

  function child(state: number, step: number): number {
    const next = ((states[state + BASE] as number) >> BASE_SHIFT) + ((step & STEP_MASK) << 1);
    return states[next + OWNER] === state ? next : 0;
  }

  function follow(from: number, previous: number, step: number): number {
    for (let state = from; state !== 0; state = links[state + FAIL] as number) {
      const next = child(state, step);
      if (next !== 0) return next;
    }
    const first = child(0, previous);
    return first === 0 ? 0 : child(first, step);
  }

  return {
    advance(position, step, place) {
      position.state = follow(position.state, position.step, step);
      position.step = step;
      position.row++;
      places[position.row & ROW_MASK] = place;
      const end = position.state === 0 && step & STEP_SINGLE ? child(0, step) : position.state;
      if ((states[end + BASE] as number) & HAS_OUT) addHit(position, end);
    },
    stepsAt(text, at) {
      const entry = table.entries[text.charCodeAt(at)] as number;
      const found = entry < 0 ? resolveSpecial(text, at, entry, table) : [entry];
      return Array.from(found, (code) => stepOf(code, classes));
    },
  };
}
