import type { FoldTable } from '../folding/fold-table.ts';
import { resolveSpecial } from '../folding/special-units.ts';
import type { WordSetTables } from '../types.ts';
import { BASE, FAIL, OWNER } from './double-array.ts';
import type { Position } from './position.ts';
import { ROW_MASK, type Rows } from './rows.ts';
import { STEP_MASK, STEP_SINGLE, stepOf } from './step-table.ts';

export interface Machine {
  /** Takes one step with all that belongs to it. */
  advance(position: Position, step: number, place: number): void;
  /** The state whose output list says what ends in the current row. */
  endState(position: Position): number;
  /** The steps of a unit that needs a look at its neighbours. */
  stepsAt(text: string, at: number): number[];
}

/** The automaton step by step, for what the hot loop in skim.ts does not do itself. */
export function createMachine(tables: WordSetTables, table: FoldTable, rows: Rows): Machine {
  const { states, classes } = tables;
  const { places } = rows;

  function child(state: number, step: number): number {
    const next = (states[state + BASE] as number) + ((step & STEP_MASK) << 2);
    return states[next + OWNER] === state ? next : 0;
  }

  function follow(from: number, previous: number, step: number): number {
    for (let state = from; state !== 0; state = states[state + FAIL] as number) {
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
    },
    endState({ state, step }) {
      return state === 0 && (step & STEP_SINGLE) !== 0 ? child(0, step) : state;
    },
    stepsAt(text, at) {
      const found = resolveSpecial(text, at, table.entries[text.charCodeAt(at)] as number, table);
      return Array.from(found, (code) => stepOf(code, classes));
    },
  };
}
