import type { FoldTable } from './fold-table.ts';
import { BASE_MASK, FIRST_KIND } from './kinds.ts';
import { resolveSpecial } from './special-units.ts';

/** A text as the automaton reads it: folded units without separators, and where each stands. */
export interface Stream {
  /** Description of each folded unit (layout in kinds.ts). */
  codes: Int32Array;
  /** Its first UTF-16 unit in the original. */
  places: Int32Array;
  length: number;
}

export const createStream = (): Stream => ({
  codes: new Int32Array(0),
  places: new Int32Array(0),
  length: 0,
});

/** Most folded units that one UTF-16 unit can become. */
const EXPANSION_MAX = 20;

/** Folds a text into a stream that is used again and grows as needed. Each unit is read once. */
export function readInto(stream: Stream, text: string, table: FoldTable): void {
  const { entries } = table;
  if (stream.codes.length < text.length + EXPANSION_MAX) grow(stream, text.length + EXPANSION_MAX);
  let { codes, places } = stream;
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const entry = entries[text.charCodeAt(at)] as number;
    if (entry >= FIRST_KIND) {
      codes[length] = entry;
      places[length++] = at;
    } else if (entry < 0) {
      const found = resolveSpecial(text, at, entry, table);
      const isPair = entry === -1 && (text.codePointAt(at) ?? 0) > 0xffff;
      if (length + found.length + text.length - at > codes.length) {
        grow(stream, codes.length * 2 + EXPANSION_MAX);
        ({ codes, places } = stream);
      }
      for (let i = 0; i < found.length; i++) {
        const code = found[i] as number;
        codes[length] = code;
        const isSecondHalf = isPair && (code & BASE_MASK) >= 0xdc00 && (code & BASE_MASK) <= 0xdfff;
        places[length++] = isSecondHalf ? at + 1 : at;
      }
      if (isPair) at++;
    }
  }
  stream.length = length;
}

function grow(stream: Stream, capacity: number): void {
  const codes = new Int32Array(capacity);
  const places = new Int32Array(capacity);
  codes.set(stream.codes);
  places.set(stream.places);
  stream.codes = codes;
  stream.places = places;
}
