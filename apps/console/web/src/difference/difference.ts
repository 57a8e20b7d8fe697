import { diffArrays } from 'diff';

/** A run of a text that two versions share, or that only one of them has. */
export interface Run {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Past this many differences the comparison stops: a text that has them has nothing in common with the other. */
const editsMax = 2_000;

/**
 * Compares two versions of a text word by word; in writing without spaces words are those of the language.
 * @param language as a locale, which decides what a word is
 * @returns runs, of which all but the added are the first text, and all but the removed the second
 */
export function differenceOf(before: string, after: string, language: string): readonly Run[] {
  const parts = diffArrays(wordsOf(before, language), wordsOf(after, language), { maxEditLength: editsMax });
  if (parts === undefined) return whole(before, after);
  return parts.map(({ value, removed, added }) => ({
    kind: removed ? 'removed' : added ? 'added' : 'same',
    text: value.join(''),
  }));
}

const whole = (before: string, after: string): readonly Run[] => [
  { kind: 'removed', text: before },
  { kind: 'added', text: after },
];

function wordsOf(text: string, language: string): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
