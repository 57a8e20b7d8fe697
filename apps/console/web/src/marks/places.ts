import { segmentsOf, type TextPlace } from '@redline/client';
import { type Finding, ranks } from './findings.ts';

/** A piece of a text to be drawn, with the findings that cover it, the one that decides its colour first. */
export interface Piece {
  readonly text: string;
  readonly startIndex: number;
  readonly findings: readonly Finding[];
}

/**
 * Splits a text into pieces to be drawn. No piece ends inside of what a reader takes for one character, so a mark never
 * takes an emoji or an accent apart.
 */
export function piecesOf(text: string, findings: readonly Finding[]): readonly Piece[] {
  const bounds = graphemeBounds(text);
  const wide = findings.map((finding) => ({ ...finding, ...widened(finding, bounds) }));
  return segmentsOf(text, wide).map((segment) => ({
    text: segment.text,
    startIndex: segment.startIndex,
    findings: [...segment.findings].sort(byImportance),
  }));
}

const hasPlace = ({ startIndex, endIndex }: TextPlace) => startIndex >= 0 && endIndex > startIndex;
const lengthOf = ({ startIndex, endIndex }: TextPlace) => endIndex - startIndex;
const byImportance = (one: Finding, other: Finding) =>
  ranks[one.level] - ranks[other.level] || lengthOf(one) - lengthOf(other);

/** Where characters, as readers count them, begin; and the end of the text. */
function graphemeBounds(text: string): readonly number[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return [...Array.from(segmenter.segment(text), ({ index }) => index), text.length];
}

function widened(place: TextPlace, bounds: readonly number[]): TextPlace {
  if (!hasPlace(place)) return place;
  const startIndex = bounds.findLast((bound) => bound <= place.startIndex) ?? place.startIndex;
  const endIndex = bounds.find((bound) => bound >= place.endIndex) ?? place.endIndex;
  return { startIndex, endIndex };
}

/**
 * Returns the findings at an offset, the shortest first: where marks overlap, the inner one is meant.
 * @param offset of a caret, which may also stand right behind a mark
 */
export function findingsAt(findings: readonly Finding[], offset: number): readonly Finding[] {
  const around = findings.filter((one) => hasPlace(one) && one.startIndex <= offset && offset < one.endIndex);
  const behind = findings.filter((one) => hasPlace(one) && one.endIndex === offset);
  return (around.length > 0 ? around : behind).toSorted(
    (one, other) => lengthOf(one) - lengthOf(other) || byImportance(one, other),
  );
}

/**
 * Returns the findings of a text once it was edited: those behind the edit are moved, those that it touched are gone.
 * An edit is one replacement, as typing, pasting, undoing and applying a fix are.
 */
export function moveFindings(
  findings: readonly Finding[],
  before: string,
  after: string,
): readonly Finding[] {
  if (before === after) return findings;
  const { start, end } = commonEnds(before, after);
  const shift = after.length - before.length;
  const kept = findings.filter((finding) => !hasPlace(finding) || finding.endIndex <= start);
  // Of two equal words of which one went, only one is left to have a mark.
  const taken = Math.max(0, ...kept.map(({ endIndex }) => endIndex));
  return findings.flatMap((finding) => {
    if (kept.includes(finding)) return [finding];
    const startIndex = finding.startIndex + shift;
    const isBehind = finding.startIndex >= end && startIndex >= taken;
    return isBehind ? [{ ...finding, startIndex, endIndex: finding.endIndex + shift }] : [];
  });
}

/** How far two texts are the same from their beginning, and from which offset of the first on to their end. */
function commonEnds(before: string, after: string): { readonly start: number; readonly end: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < shorter && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { start, end: before.length - tail };
}

/** Returns a text with other words in the place of a finding; where there are none, one space fewer than there were. */
export function replacedIn(text: string, { startIndex, endIndex }: TextPlace, words: string): string {
  const before = text.slice(0, startIndex);
  const after = text.slice(endIndex);
  if (words !== '') return `${before}${words}${after}`;
  const isBetweenSpaces = /(^|\s)$/.test(before) && after.startsWith(' ');
  return `${before}${isBetweenSpaces ? after.slice(1) : after}`;
}
