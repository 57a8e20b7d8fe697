import type { Tensor } from '../models/graph.ts';

/** A text, and how sure the recognizer is of its characters on average, from 0 to 1. */
export interface Reading {
  readonly text: string;
  readonly confidence: number;
  /** For each UTF-16 unit of the text, where in the line the middle of its character is: from 0 to the number of steps. */
  readonly steps: readonly number[];
}

/** A character, and the first and the last step at which it is the likeliest. */
interface Found {
  readonly character: string;
  readonly first: number;
  last: number;
}

/**
 * Decodes what the recognizer says (CTC): at each step the likeliest class, where class 0 stands for no character, and a
 * class that is repeated for one. Spaces are less likely than they should be, because the recognizer was trained on
 * Chinese mostly: between characters one counts from a lower probability.
 * @param characters of the classes after the first one; the last is the space
 * @param spaceMin probability, from 0 to 1
 */
export function decodeCharacters(
  { data, dimensions }: Tensor,
  characters: readonly string[],
  spaceMin: number,
): Reading {
  const classes = dimensions.at(-1) ?? 0;
  if (classes !== characters.length + 1) throw new Error('the recognizer has other classes than characters');
  const space = classes - 1;
  const found: Found[] = [];
  let [sum, count, previous] = [0, 0, 0];
  for (let step = 0; (step + 1) * classes <= data.length; step++) {
    const at = step * classes;
    let best = 0;
    for (let one = 1; one < classes; one++) if (data[at + one]! > data[at + best]!) best = one;
    if (best === 0 && data[at + space]! >= spaceMin) best = space;
    const last = found.at(-1);
    if (best !== 0 && best === previous && last) last.last = step;
    else if (best !== 0) {
      found.push({ character: characters[best - 1] ?? '', first: step, last: step });
      // A space that is less likely than none tells nothing of the characters beside it.
      if (best !== space) {
        sum += data[at + best]!;
        count++;
      }
    }
    previous = best;
  }
  const kept = withoutSpareSpaces(found);
  return {
    text: kept.map(({ character }) => character).join(''),
    confidence: count === 0 ? 0 : sum / count,
    steps: kept.flatMap(({ character, first, last }) =>
      Array.from({ length: character.length }, () => (first + last + 1) / 2),
    ),
  };
}

/** Drops spaces at both ends, and all but the first of several in a row. */
function withoutSpareSpaces(found: readonly Found[]): readonly Found[] {
  const isPrinted = ({ character }: Found) => character.trim() !== '';
  return found
    .slice(found.findIndex(isPrinted), found.findLastIndex(isPrinted) + 1)
    .filter(({ character }, at, all) => character !== ' ' || all[at - 1]?.character !== ' ');
}
