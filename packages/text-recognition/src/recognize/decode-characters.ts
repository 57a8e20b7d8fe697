import type { Tensor } from '../models/graph.ts';

/** A text, and how sure the recognizer is of its characters on average, from 0 to 1. */
export interface Reading {
  readonly text: string;
  readonly confidence: number;
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
  let [text, sum, count, previous] = ['', 0, 0, 0];
  for (let at = 0; at + classes <= data.length; at += classes) {
    let best = 0;
    for (let one = 1; one < classes; one++) if (data[at + one]! > data[at + best]!) best = one;
    if (best === 0 && data[at + space]! >= spaceMin) best = space;
    if (best !== previous && best !== 0) {
      text += characters[best - 1];
      // A space that is less likely than none tells nothing of the characters beside it.
      if (best !== space) {
        sum += data[at + best]!;
        count++;
      }
    }
    previous = best;
  }
  return { text: text.trim().replace(/ {2,}/g, ' '), confidence: count === 0 ? 0 : sum / count };
}
