import type { PlacedLine } from './placed-line.ts';

const wide = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\u3000-\u303f\uff00-\uffef';
const spaceBesideWide = new RegExp(`(?<=[${wide}]) +| +(?=[${wide}])`, 'gu');

/** Removes the spaces that recognizers put between characters of scripts that have none. */
export const spacesRemoved = (text: string): string => text.replace(spaceBesideWide, '');

/** Removes the same spaces from a line, with their places. */
export function lineWithoutWideSpaces({ text, characters }: PlacedLine): PlacedLine {
  const removed = new Set(
    Array.from(text.matchAll(spaceBesideWide)).flatMap(({ index, 0: { length } }) =>
      Array.from({ length }, (_, place) => index + place),
    ),
  );
  return { text: spacesRemoved(text), characters: characters.filter((_, place) => !removed.has(place)) };
}
