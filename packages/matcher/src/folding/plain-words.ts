import { ALPHABETIC, DIGIT, GAP_LINE_BREAK, GAP_NOISE, GAP_STOP, IDEOGRAPH, SYMBOL } from './kinds.ts';
import { leetLetter } from './lookalikes.ts';
import { LEET, REPEAT, SEPARATOR } from './names.ts';
import { compact, type Pieces } from './pieces.ts';

const SPELLED_MIN = 3;
const GAP_UNITS_MAX = 8;
const LEET_WORD_MIN = 4;
const REPEAT_MIN = 3;
const REPEAT_KEPT = 2;
/** Signs that are put into words; others (&, /, +) join two. */
const PUT_IN = new Set(Array.from('*~^|·•`°', (sign) => sign.charCodeAt(0)));
const isPictogram = (unit: number): boolean => unit >= 0x2190;

/** Takes out what was put between letters: `e n d s`, `m*e*n*d*s`, `can*cer`, `最*好`. */
export function joinLetters(pieces: Pieces): void {
  const keep = new Uint8Array(pieces.length).fill(1);
  let rowEnd = -1;
  for (let at = 0; at < pieces.length; at++) {
    if (pieces.kind[at] === 0) continue;
    const row = at === rowEnd ? at : spelledRow(pieces, at);
    const to = row > at ? row : afterPutIn(pieces, at);
    if (row > at) rowEnd = row;
    for (let i = at + 1; i < to; i++) {
      if (pieces.kind[i] === 0) keep[i] = 0;
      else pieces.folds[i] = (pieces.folds[i] as number) | SEPARATOR;
    }
    if (to > at) {
      pieces.folds[to] = (pieces.folds[to] as number) | SEPARATOR;
      at = to - 1;
    }
  }
  compact(pieces, keep);
}

/** The last of three or more letters standing alone behind equal gaps, or `at` itself. */
function spelledRow(pieces: Pieces, at: number): number {
  if (!isLone(pieces, at) || (pieces.kind[at - 1] ?? 0) !== 0) return at;
  const step = nextLetter(pieces, at) - at;
  if (step < 2 || step - 1 > GAP_UNITS_MAX || hasStop(pieces, at + 1, at + step)) return at;
  let last = at;
  let letters = 1;
  while (isLone(pieces, last + step) && isSameGap(pieces, at, last, step)) {
    last += step;
    letters++;
  }
  return letters >= SPELLED_MIN ? last : at;
}

function isLone(pieces: Pieces, at: number): boolean {
  if (at >= pieces.length) return false;
  const kind = pieces.kind[at];
  if (kind !== ALPHABETIC && kind !== DIGIT) return false;
  return at + 1 >= pieces.length || pieces.kind[at + 1] === 0;
}

function isSameGap(pieces: Pieces, from: number, at: number, step: number): boolean {
  for (let i = 1; i < step; i++) if (pieces.unit[at + i] !== pieces.unit[from + i]) return false;
  return true;
}

function nextLetter(pieces: Pieces, at: number): number {
  let next = at + 1;
  while (next < pieces.length && next - at <= GAP_UNITS_MAX + 1 && pieces.kind[next] === 0) next++;
  return next;
}

function hasStop(pieces: Pieces, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if ((pieces.gap[i] as number) & (GAP_STOP | GAP_LINE_BREAK)) return true;
  return false;
}

/** The letter behind noise inside a word, or `at` itself when nothing was put in here. */
function afterPutIn(pieces: Pieces, at: number): number {
  const next = nextLetter(pieces, at);
  if (next === at + 1 || next >= pieces.length || hasStop(pieces, at + 1, next)) return at;
  const left = pieces.kind[at];
  if (left !== pieces.kind[next] || left === SYMBOL || left === DIGIT) return at;
  if (left === IDEOGRAPH) return next - at - 1 <= GAP_UNITS_MAX ? next : at;
  for (let i = at + 1; i < next; i++) {
    const isNoise = ((pieces.gap[i] as number) & GAP_NOISE) !== 0;
    const unit = pieces.unit[i] as number;
    if (!isNoise || !(PUT_IN.has(unit) || isPictogram(unit))) return at;
  }
  return next;
}

/** Reads digits and signs as letters where letters of the same word stand on both sides. */
export function readLeet(pieces: Pieces): void {
  for (let from = 0; from < pieces.length; from++) {
    let to = from;
    let letters = 0;
    while (to < pieces.length && (pieces.kind[to] === ALPHABETIC || pieces.kind[to] === DIGIT)) {
      if (pieces.kind[to++] === ALPHABETIC) letters++;
    }
    if (to - from >= LEET_WORD_MIN && letters * 5 >= (to - from) * 2) readLeetWord(pieces, from, to);
    from = Math.max(from, to);
  }
}

function readLeetWord(pieces: Pieces, from: number, to: number): void {
  let first = from;
  let last = to - 1;
  while (first < last && pieces.kind[first] === DIGIT) first++;
  while (last > first && pieces.kind[last] === DIGIT) last--;
  for (let at = first; at <= last; at++) {
    const letter = leetLetter(String.fromCharCode(pieces.unit[at] as number));
    if (letter === undefined) continue;
    pieces.unit[at] = letter.charCodeAt(0);
    pieces.kind[at] = ALPHABETIC;
    pieces.folds[at] = (pieces.folds[at] as number) | LEET;
  }
}

/** Leaves two of three or more equal letters (`freeeee` is `free`, but `cuuure` is `cuure`). */
export function shortenRepeats(pieces: Pieces): void {
  const keep = new Uint8Array(pieces.length).fill(1);
  for (let from = 0; from < pieces.length; from++) {
    let to = from + 1;
    while (to < pieces.length && pieces.unit[to] === pieces.unit[from]) to++;
    if (pieces.kind[from] === ALPHABETIC && to - from >= REPEAT_MIN) {
      keep.fill(0, from + REPEAT_KEPT, to);
      const kept = from + REPEAT_KEPT - 1;
      pieces.end[kept] = pieces.end[to - 1] as number;
      pieces.folds[kept] = (pieces.folds[kept] as number) | REPEAT;
    }
    from = to - 1;
  }
  compact(pieces, keep);
}
