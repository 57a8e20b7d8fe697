import type { FoldTable } from '../folding/fold-table.ts';
import { foldTable } from '../folding/fold-table-cache.ts';
import { readGap, unitEnd } from '../folding/gap.ts';
import { BASE_MASK, GAP_VISIBLE, SYMBOL } from '../folding/kinds.ts';
import { leetLetter } from '../folding/lookalikes.ts';
import { HOMOGLYPH, LEET } from '../folding/names.ts';
import { createStream, readInto } from '../folding/stream.ts';
import type { Term } from '../types.ts';
import { GrowingInts } from './growing-ints.ts';

/** Numbers kept for each pattern, and their places. */
export const PATTERN_FIELDS = 8;
export const P_TERM = 0;
/** First of its units in `units`. */
export const P_OFFSET = 1;
export const P_UNITS = 2;
/** Rows of units of one class: the automaton sees each row as one step. */
export const P_RUNS = 3;
export const P_FIRST_RUN = 4;
export const P_LAST_RUN = 5;
/** 1 when its ends need word boundaries. */
export const P_BOUNDARY = 6;
/** Folds that every match of this pattern needs: those of a rewritten term (4ever). */
export const P_FOLDS = 7;

/** A term of more folded units than this is not matched. */
export const TERM_UNITS_MAX = 256;

export interface Patterns {
  readonly count: number;
  readonly fields: Int32Array;
  readonly units: Int32Array;
  readonly written: Int32Array;
  readonly gapBefore: Int32Array;
  readonly gaps: number[];
  readonly ignored: number[];
  readonly table: FoldTable;
}

/**
 * The class of a unit: digits and signs share that of the letter they can stand for, and l that of i, so that
 * the automaton needs one way for all readings. The check after a hit tells them apart again.
 */
export function unitClass(unit: number, folds: number): number {
  if ((folds & (LEET | HOMOGLYPH)) !== 0 && unit === 0x6c) return 0x69;
  if ((folds & LEET) === 0 || unit > 0x7c) return unit;
  const letter = LEET_CLASS[unit];
  return letter === undefined || letter === 0 ? unit : letter;
}

const LEET_CLASS = Uint8Array.from({ length: 0x7d }, (_, unit) =>
  (leetLetter(String.fromCharCode(unit)) ?? '\0').charCodeAt(0),
);

/** `4ever` and `money 4 nothing`, but neither `4m` for `form` nor a quantity (`4 kids`). */
const FOR = /\bfor(?=[a-z]{3})|(?<=\s)for(?=\s)/giu;

/** Folds the terms as the scan folds texts. */
export function foldTerms(terms: readonly Term[], folds: number): Patterns {
  const table = withLiterals(foldTable(folds), terms);
  const fields = new GrowingInts();
  const units = new GrowingInts();
  const written = new GrowingInts();
  const gapBefore = new GrowingInts();
  const gapIndex = new Map<number, number>([[0, 0]]);
  const ignored: number[] = [];
  const stream = createStream();
  const scratch = { fields, units, written, gapBefore, gapIndex, stream, table };
  for (let term = 0; term < terms.length; term++) {
    const { text, boundary } = terms[term] as Term;
    const isWord = boundary !== 'none';
    const plain = text.normalize('NFC').trim();
    if (!addPattern(scratch, term, plain, isWord, 0)) ignored.push(term);
    const shortened = folds & LEET ? plain.replace(FOR, '4') : plain;
    if (shortened !== plain) addPattern(scratch, term, shortened, isWord, LEET);
  }
  return {
    count: fields.length / PATTERN_FIELDS,
    fields: fields.toArray(),
    units: units.toArray(),
    written: written.toArray(),
    gapBefore: gapBefore.toArray(),
    gaps: [...gapIndex.keys()],
    ignored,
    table,
  };
}

interface Building {
  readonly fields: GrowingInts;
  readonly units: GrowingInts;
  readonly written: GrowingInts;
  readonly gapBefore: GrowingInts;
  readonly gapIndex: Map<number, number>;
  readonly stream: ReturnType<typeof createStream>;
  readonly table: FoldTable;
}

function addPattern(to: Building, term: number, text: string, isWord: boolean, folds: number): boolean {
  const { stream, table } = to;
  readInto(stream, text, table);
  if (stream.length === 0 || stream.length > TERM_UNITS_MAX) return false;
  const offset = to.units.length;
  let runs = 0;
  let firstRun = 0;
  let lastRun = 0;
  let previous = -1;
  for (let i = 0; i < stream.length; i++) {
    const code = stream.codes[i] as number;
    const place = stream.places[i] as number;
    const unit = unitClass(code & BASE_MASK, table.folds);
    if (unit !== previous) {
      runs++;
      lastRun = 0;
    }
    lastRun++;
    if (runs === 1) firstRun++;
    previous = unit;
    to.units.push(code);
    to.written.push(text.charCodeAt(place));
    to.gapBefore.push(i === 0 ? 0 : gapNumber(to, text, stream.places[i - 1] as number, place));
  }
  to.fields.push(term);
  to.fields.push(offset);
  to.fields.push(stream.length);
  to.fields.push(runs);
  to.fields.push(firstRun);
  to.fields.push(lastRun);
  to.fields.push(isWord ? 1 : 0);
  to.fields.push(folds);
  return true;
}

function gapNumber(to: Building, text: string, left: number, right: number): number {
  const from = unitEnd(text, left);
  if (from >= right) return 0;
  const gap = readGap(text, from, right, to.table);
  if ((gap & GAP_VISIBLE) === 0) return 0;
  const known = to.gapIndex.get(gap);
  if (known !== undefined) return known;
  if (to.gapIndex.size > 0xffff) return 0;
  to.gapIndex.set(gap, to.gapIndex.size);
  return to.gapIndex.size - 1;
}

/**
 * A term of nothing but a pictogram (🔞) has no letter to find. In a set with such terms, their code points
 * are symbols instead of separators; the shared table is left alone.
 */
function withLiterals(table: FoldTable, terms: readonly Term[]): FoldTable {
  const points = new Set<number>();
  for (const { text } of terms) {
    if (text.length > 16 || /[\p{L}\p{N}]/u.test(text)) continue;
    for (const character of text.match(/\p{So}/gu) ?? []) points.add(character.codePointAt(0) ?? 0);
  }
  return literalTable(table, points);
}

/** The table with some code points made symbols. */
export function literalTable(table: FoldTable, points: ReadonlySet<number>): FoldTable {
  if (points.size === 0) return table;
  const entries = table.entries.slice();
  for (const point of points) if (point < 0x10000) entries[point] = SYMBOL | point;
  return { ...table, entries, literals: points };
}
