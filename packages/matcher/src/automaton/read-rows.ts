import type { FoldTable } from '../folding/fold-table.ts';
import { resolveSpecial } from '../folding/special-units.ts';
import { keepLastRows, ROWS_ENOUGH, type Rows, SLICE_UNITS } from './rows.ts';
import { STEP_SPECIAL, stepOf } from './step-table.ts';
import { createUnitBuffer } from './unit-buffer.ts';

export interface RowReader {
  /** Starts on a new text. */
  begin(text: string): void;
  /**
   * Reads another stretch of the text into the rows.
   *
   * @returns by how much the numbers of older rows have become smaller, or -1 when the text has been read
   */
  read(): number;
}

/** Turns a text into rows. `classes` are the set's own, `steps` the table made of them for whole texts. */
export function createRowReader(
  rows: Rows,
  steps: Uint16Array,
  classes: Uint16Array,
  table: FoldTable,
): RowReader {
  const buffer = createUnitBuffer(SLICE_UNITS);
  let text = '';
  let sliceFrom = 0;
  let sliceUnits = 0;
  let at = 0;
  let previous = -1;

  /**
   * Reads units up to the next special one. This and the search are the hot loops: what is captured would be
   * loaded again for every unit, and so all is kept in local variables. Separators come so often, and so
   * irregularly, that a branch for them costs more than writing a row that is then written over.
   */
  function readPlain(from: number, to: number): number {
    const units = buffer.units;
    const table = steps;
    const rowSteps = rows.steps;
    const places = rows.places;
    const special: typeof STEP_SPECIAL = 0xfffe;
    const offset = sliceFrom | 0;
    const end = to | 0;
    let count = rows.count | 0;
    let last = previous | 0;
    let at = from | 0;
    for (; at < end; at = (at + 1) | 0) {
      const step = table[units[at] as number] as number;
      if (step === last) continue;
      if (step === special) break;
      rowSteps[count] = step;
      places[count] = (offset + at) | 0;
      const isSkipped = (step + 1) >>> 16;
      count = (count + 1 - isSkipped) | 0;
      last = last ^ ((step ^ last) & (isSkipped - 1));
    }
    rows.count = count;
    previous = last;
    return at;
  }

  /** A unit that needs a look at its neighbours makes a row for each unit it folds to. */
  function readSpecial(place: number): void {
    const entry = table.entries[text.charCodeAt(place)] as number;
    const found = entry < 0 ? resolveSpecial(text, place, entry, table) : [entry];
    for (let i = 0; i < found.length; i++) {
      const step = stepOf(found[i] as number, classes);
      if (step === previous) continue;
      rows.steps[rows.count] = step;
      rows.places[rows.count++] = i === 0 ? place : ~place;
      previous = step;
    }
  }

  return {
    begin(given) {
      text = given;
      sliceFrom = 0;
      sliceUnits = 0;
      at = 0;
      previous = -1;
      rows.count = 0;
    },
    read() {
      if (at === sliceUnits) {
        sliceFrom += sliceUnits;
        if (sliceFrom >= text.length) return -1;
        sliceUnits = buffer.read(text, sliceFrom);
        at = 0;
      }
      const gone = keepLastRows(rows);
      while (at < sliceUnits && rows.count <= ROWS_ENOUGH) {
        at = readPlain(at, Math.min(sliceUnits, at + 1 + ROWS_ENOUGH - rows.count));
        if (at < sliceUnits && steps[buffer.units[at] as number] === STEP_SPECIAL)
          readSpecial(sliceFrom + at++);
      }
      return gone;
    },
  };
}
