import type { FoldTable } from '../folding/fold-table.ts';
import { GAP_READ_MAX, readGap, unitEnd } from '../folding/gap.ts';
import {
  ALPHABETIC,
  BASE_MASK,
  DIGIT,
  FOLD_MASK,
  FOLD_SHIFT,
  GAP_COMBINING,
  GAP_NOISE,
  GAP_VISIBLE,
  GAP_ZERO_WIDTH,
  KIND_MASK,
} from '../folding/kinds.ts';
import { isPerfectLookalike } from '../folding/lookalikes.ts';
import { CASE, COMBINING, HOMOGLYPH, LEET, REPEAT, SEPARATOR, ZERO_WIDTH } from '../folding/names.ts';
import type { Stream } from '../folding/stream.ts';
import { isWordBoundary } from '../folding/word-boundary.ts';
import type { Match, WordSetTables } from '../types.ts';
import type { Alignment } from './alignment.ts';
import { CLEAN, judgeGap, REJECTED } from './gap-rule.ts';
import { P_BOUNDARY, P_FOLDS, P_OFFSET, P_TERM, P_UNITS } from './patterns.ts';
import { createTally, endPiece, isPlausibleWord, resetTally, tallyGap, tallyUnit } from './plausibility.ts';
import { goesOn } from './spelled-run.ts';
import { NO_MATCH, unitFolds } from './unit-folds.ts';

/** The working memory of a check; one for each word set, reused for every hit. */
export interface CheckContext {
  readonly tables: WordSetTables;
  readonly table: FoldTable;
  readonly stream: Stream;
  readonly alignment: Alignment;
  text: string;
  /** Units that may still be looked at before the scan gives up as truncated; below 0 it has. */
  stepsLeft: number;
}

const tally = createTally();

/**
 * The automaton has seen the classes of a pattern in order. This says whether the text really says the term
 * there: unit by unit, gap by gap, word by word, and at both ends.
 *
 * @param pattern index of the pattern's first number in `tables.patterns`
 * @returns the match, or undefined
 */
export function checkHit(context: CheckContext, pattern: number): Match | undefined {
  const { tables, alignment, stream, text } = context;
  const fields = tables.patterns;
  const count = fields[pattern + P_UNITS] as number;
  const first = alignment.first[0] as number;
  const last = alignment.last[count - 1] as number;
  if (cutsExpansion(stream, first, last)) return undefined;
  const start = stream.places[first] as number;
  const end = markedEnd(text, unitEnd(text, stream.places[last] as number), context.table);
  const isWord = fields[pattern + P_BOUNDARY] === 1;
  if (isWord && !(isWordBoundary(text, start) && isWordBoundary(text, end))) return undefined;
  const offset = fields[pattern + P_OFFSET] as number;
  let folds = compareUnits(context, offset, count);
  if (folds === NO_MATCH) return undefined;
  folds = compareGaps(context, offset, count, isWord, folds);
  if (folds === NO_MATCH) return undefined;
  folds |= fields[pattern + P_FOLDS] as number;
  if (alignment.hasRepeat) folds |= REPEAT;
  return (folds & ~tables.foldBits) === 0
    ? { term: fields[pattern + P_TERM] as number, start, end, folds }
    : undefined;
}

/** Returns whether the match would begin or end inside the expansion of one unit of the text (the g of ㎏). */
function cutsExpansion({ places, length }: Stream, first: number, last: number): boolean {
  return (
    (first > 0 && places[first - 1] === places[first]) ||
    (last + 1 < length && places[last + 1] === places[last])
  );
}

/** The end of a match takes in the marks on its last letter. */
function markedEnd(text: string, from: number, table: FoldTable): number {
  let end = from;
  while (end < text.length) {
    const entry = table.entries[text.charCodeAt(end)] ?? 0;
    if (entry < 0 || entry >> FOLD_SHIFT !== GAP_COMBINING) break;
    end++;
  }
  return end;
}

function compareUnits(
  { tables, stream, alignment, text }: CheckContext,
  offset: number,
  count: number,
): number {
  let folds = 0;
  for (let i = 0; i < count; i++) {
    const at = alignment.first[i] as number;
    const meant = tables.units[offset + i] as number;
    const shown = stream.codes[at] as number;
    if (shown === meant && ((shown >> FOLD_SHIFT) & FOLD_MASK) <= CASE) continue;
    const isWritten = text.charCodeAt(stream.places[at] as number) === tables.written[offset + i];
    const needed = unitFolds(stream, at, meant, isWritten, tables.foldBits);
    if (needed === NO_MATCH) return NO_MATCH;
    folds |= needed;
  }
  return folds;
}

function compareGaps(
  context: CheckContext,
  offset: number,
  count: number,
  isWord: boolean,
  unitBits: number,
): number {
  const { tables, stream, alignment } = context;
  let folds = unitBits;
  let hasDisguise = (unitBits & (LEET | HOMOGLYPH)) !== 0;
  for (let i = 1; i < count; i++) {
    const before = stream.places[alignment.last[i - 1] as number] as number;
    const place = stream.places[alignment.first[i] as number] as number;
    const wanted = tables.gaps[tables.gapBefore[offset + i] as number] as number;
    if (place - before <= 1 && wanted === 0) continue;
    const found = gapAt(context, i);
    if (found === 0 && wanted === 0) continue;
    const verdict = judge(context, offset, i, wanted, found);
    if (verdict === REJECTED) return NO_MATCH;
    if (verdict !== CLEAN) {
      folds |= SEPARATOR;
      hasDisguise = true;
    }
    if (found & GAP_ZERO_WIDTH && !(found & GAP_NOISE)) folds |= ZERO_WIDTH;
    if (found & GAP_COMBINING && !(found & GAP_NOISE)) folds |= COMBINING;
  }
  if (hasDisguise && !isPlausible(context, offset, count, isWord)) return NO_MATCH;
  return folds;
}

function gapAt(context: CheckContext, i: number): number {
  const { stream, alignment, text, table } = context;
  const from = unitEnd(text, stream.places[alignment.last[i - 1] as number] as number);
  const to = stream.places[alignment.first[i] as number] as number;
  if (from >= to) return 0;
  context.stepsLeft -= Math.min(to - from, GAP_READ_MAX);
  return readGap(text, from, to, table);
}

function judge(
  { tables, stream, alignment }: CheckContext,
  offset: number,
  i: number,
  wanted: number,
  found: number,
) {
  const left = (tables.units[offset + i - 1] as number) & KIND_MASK;
  const right = (tables.units[offset + i] as number) & KIND_MASK;
  const before = stream.codes[alignment.last[i - 1] as number] as number;
  const after = stream.codes[alignment.first[i] as number] as number;
  const isCamel = ((before >> FOLD_SHIFT) & CASE) === 0 && ((after >> FOLD_SHIFT) & CASE) !== 0;
  return judgeGap(wanted, found, left, right, isCamel);
}

/** Goes through the term word by word once more, since a disguise is judged by the word it is in. */
function isPlausible(context: CheckContext, offset: number, count: number, isWord: boolean): boolean {
  const { tables, stream, alignment, text } = context;
  let from = 0;
  resetTally(tally);
  for (let i = 0; i < count; i++) {
    const meant = tables.units[offset + i] as number;
    if (i > 0) {
      const wanted = tables.gaps[tables.gapBefore[offset + i] as number] as number;
      if (wanted & GAP_VISIBLE) {
        if (!isPlausibleRun(context, from, i, count, isWord)) return false;
        resetTally(tally);
        from = i;
      } else if (gapAt(context, i) & GAP_VISIBLE) {
        tallyGap(tally, judge(context, offset, i, wanted, gapAt(context, i)));
      }
    }
    const at = alignment.first[i] as number;
    const shown = stream.codes[at] as number;
    const isForeign = (((shown ^ meant) >> FOLD_SHIFT) & HOMOGLYPH) !== 0;
    const isDigit = (shown & KIND_MASK) === DIGIT && (meant & KIND_MASK) === ALPHABETIC;
    const isRough = isForeign && !isPerfectLookalike(text.charCodeAt(stream.places[at] as number));
    tallyUnit(tally, isDigit && (shown & BASE_MASK) !== (meant & BASE_MASK), isForeign, isRough);
  }
  return isPlausibleRun(context, from, count, count, isWord);
}

function isPlausibleRun(
  context: CheckContext,
  from: number,
  to: number,
  count: number,
  isWord: boolean,
): boolean {
  endPiece(tally);
  if (!isPlausibleWord(tally, count)) return false;
  const isSpelled = (tally.hasSpace || tally.hasNoise) && tally.longs === 0;
  if (!isWord || !isSpelled) return true;
  const { alignment, stream, text, table } = context;
  const { first, last } = alignment;
  if (from === 0 && goesOn(stream, text, first[0] as number, -1, last[0] as number, table)) return false;
  if (to !== count) return true;
  return !goesOn(stream, text, last[to - 1] as number, 1, last[to - 2] as number, table);
}
