import type { FoldTable } from './fold-table.ts';
import {
  BASE_MASK,
  FIRST_KIND,
  FOLD_MASK,
  FOLD_SHIFT,
  GAP_COMBINING,
  GAP_FLAGS,
  GAP_VISIBLE,
  KIND_MASK,
  SPECIAL_SIGN,
} from './kinds.ts';
import { COMBINING, ZERO_WIDTH } from './names.ts';
import { resolveSpecial, specialGap } from './special-units.ts';

/** A folded text under construction: rows of equal length, shortened in place by each step. */
export interface Pieces {
  length: number;
  readonly unit: Uint16Array;
  /** Kind of a unit that terms are made of; 0 for a separator. */
  readonly kind: Int32Array;
  /** The kind of gap that a separator makes. */
  readonly gap: Uint16Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly folds: Uint16Array;
}

/** The maximum of folded units of one UTF-16 unit (the longest squared word has six). */
const EXPANSION_MAX = 20;

/** Folds each unit by itself. Separators stay, in their plainest form; what cannot be seen goes. */
export function readPieces(text: string, table: FoldTable): Pieces {
  const pieces = createPieces(capacityFor(text, table));
  let hidden = 0;
  for (let at = 0; at < text.length; at++) {
    const entry = table.entries[text.charCodeAt(at)] as number;
    const isPair = entry === -1 && (text.codePointAt(at) ?? 0) > 0xffff;
    const end = isPair ? at + 2 : at + 1;
    const found = entry < 0 ? resolveSpecial(text, at, entry, table) : [entry];
    const described = found.length === 0 ? specialGap(text, at, entry) : (found[0] as number);
    if (described >= FIRST_KIND) {
      for (let i = 0; i < found.length; i++) pushUnit(pieces, found[i] as number, at, end, hidden);
      hidden = 0;
    } else if (((described >> FOLD_SHIFT) & GAP_VISIBLE) !== 0) {
      pushSeparator(pieces, described, text, at, end, hidden, entry);
      hidden = 0;
    } else if ((described >> FOLD_SHIFT) & GAP_COMBINING && pieces.length > 0) {
      pieces.end[pieces.length - 1] = end;
      pieces.folds[pieces.length - 1] = (pieces.folds[pieces.length - 1] as number) | COMBINING;
    } else {
      hidden = ZERO_WIDTH;
    }
    at = end - 1;
  }
  return pieces;
}

function capacityFor(text: string, table: FoldTable): number {
  let capacity = text.length;
  for (let at = 0; at < text.length; at++) {
    if ((table.entries[text.charCodeAt(at)] as number) < SPECIAL_SIGN) capacity += EXPANSION_MAX;
  }
  return capacity;
}

function createPieces(capacity: number): Pieces {
  return {
    length: 0,
    unit: new Uint16Array(capacity),
    kind: new Int32Array(capacity),
    gap: new Uint16Array(capacity),
    start: new Int32Array(capacity),
    end: new Int32Array(capacity),
    folds: new Uint16Array(capacity),
  };
}

function pushUnit(to: Pieces, code: number, start: number, end: number, hidden: number): void {
  const at = to.length++;
  to.unit[at] = code & BASE_MASK;
  to.kind[at] = code & KIND_MASK;
  to.start[at] = start;
  to.end[at] = end;
  to.folds[at] = ((code >> FOLD_SHIFT) & FOLD_MASK) | hidden;
}

function pushSeparator(
  to: Pieces,
  described: number,
  text: string,
  start: number,
  end: number,
  hidden: number,
  entry: number,
): void {
  for (let i = start; i < end; i++) {
    const at = to.length++;
    to.unit[at] = entry < 0 ? text.charCodeAt(i) : described & BASE_MASK;
    to.gap[at] = (described >> FOLD_SHIFT) & GAP_FLAGS;
    to.start[at] = start;
    to.end[at] = end;
    to.folds[at] = hidden;
  }
}

/** Keeps the pieces for which `keep` is set. */
export function compact(pieces: Pieces, keep: Uint8Array): void {
  let length = 0;
  for (let at = 0; at < pieces.length; at++) {
    if (keep[at] === 0) continue;
    pieces.unit[length] = pieces.unit[at] as number;
    pieces.kind[length] = pieces.kind[at] as number;
    pieces.gap[length] = pieces.gap[at] as number;
    pieces.start[length] = pieces.start[at] as number;
    pieces.end[length] = pieces.end[at] as number;
    pieces.folds[length] = pieces.folds[at] as number;
    length++;
  }
  pieces.length = length;
}
