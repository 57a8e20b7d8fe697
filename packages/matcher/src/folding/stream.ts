import type { FoldTable } from './fold-table.ts';
import { BASE_MASK, FIRST_KIND, SPECIAL_SURROGATE } from './kinds.ts';
import { resolveSpecial } from './special-units.ts';

/** Folded units without their separators, and where each stands; used again from text to text. */
export class Stream {
  /** Description of each folded unit (layout in kinds.ts). */
  codes = new Int32Array(256);
  /** Its first UTF-16 unit in the original. */
  places = new Int32Array(256);
  length = 0;

  push(code: number, place: number): void {
    if (this.length === this.codes.length) {
      this.codes = doubled(this.codes);
      this.places = doubled(this.places);
    }
    this.codes[this.length] = code;
    this.places[this.length++] = place;
  }
}

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const next = new Int32Array(array.length * 2);
  next.set(array);
  return next;
}

export const createStream = (): Stream => new Stream();

/** Folds a whole text. */
export function readInto(stream: Stream, text: string, table: FoldTable): void {
  stream.length = 0;
  for (let at = 0; at < text.length; at++) {
    const entry = table.entries[text.charCodeAt(at)] as number;
    if (entry >= FIRST_KIND) stream.push(entry, at);
    else if (entry < 0) at = pushSpecial(stream, text, at, entry, resolveSpecial(text, at, entry, table));
  }
}

/**
 * Takes in what a special unit was resolved to.
 *
 * @returns the last original unit that was read: the second half of a surrogate pair counts
 */
export function pushSpecial(
  stream: Stream,
  text: string,
  at: number,
  entry: number,
  found: ArrayLike<number>,
): number {
  const isPair = entry === SPECIAL_SURROGATE && (text.codePointAt(at) ?? 0) > 0xffff;
  for (let i = 0; i < found.length; i++) {
    const code = found[i] as number;
    const unit = code & BASE_MASK;
    const isSecondHalf = isPair && unit >= 0xdc00 && unit <= 0xdfff;
    stream.push(code, isSecondHalf ? at + 1 : at);
  }
  return isPair ? at + 1 : at;
}
