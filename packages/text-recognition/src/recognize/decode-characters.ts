import type { Tensor } from '../models/graph.ts';

/** What a character may be instead, and how likely that is, from 0 to 1. */
export interface Candidate {
  readonly character: string;
  readonly probability: number;
}

/** A character of a line that is printed: no space. */
export interface Decoded {
  readonly character: string;
  /** Where in the line its middle is: from 0 to the number of steps. */
  readonly step: number;
  /** The highest probability that it has at a step, from 0 to 1. */
  readonly certainty: number;
  /** What else it may be, the likeliest first; nothing where it is certain. */
  readonly others: readonly Candidate[];
  /** The highest probability of a space between the character before it and itself. */
  readonly spaceBefore: number;
}

/** The characters of a line, and how sure the recognizer is of them, from 0 to 1. */
export interface DecodedLine {
  readonly characters: readonly Decoded[];
  /** On average, of the steps at which they begin. */
  readonly confidence: number;
  /** Of the one that it is least sure of. */
  readonly confidenceMin: number;
}

/** A character that is more certain than this is nothing else. */
const certain = 0.97;
/** What is less likely is no candidate. */
const candidateMin = 0.01;

/** A run of steps at which one class is the likeliest. */
interface Run {
  readonly best: number;
  readonly first: number;
  last: number;
  peak: number;
  readonly spaceBefore: number;
}

/**
 * Decodes what the recognizer says (CTC): at each step the likeliest class, where class 0 stands for no character, and a
 * class that is repeated for one. Spaces are told apart from characters: where they are is decided afterwards.
 * @param characters of the classes after the first one; the last is the space
 */
export function decodeCharacters({ data, dimensions }: Tensor, characters: readonly string[]): DecodedLine {
  const classes = dimensions.at(-1) ?? 0;
  if (classes !== characters.length + 1) throw new Error('the recognizer has other classes than characters');
  const space = classes - 1;
  const runs: Run[] = [];
  let [sum, previous, spaceBefore] = [0, 0, 0];
  for (let step = 0; (step + 1) * classes <= data.length; step++) {
    const at = step * classes;
    let best = 0;
    for (let one = 1; one < classes; one++) if (data[at + one]! > data[at + best]!) best = one;
    const run = runs.at(-1);
    if (best === 0 || best === space) spaceBefore = Math.max(spaceBefore, data[at + space]!);
    else if (best === previous && run) {
      run.last = step;
      if (data[at + best]! > data[run.peak * classes + best]!) run.peak = step;
    } else {
      runs.push({ best, first: step, last: step, peak: step, spaceBefore });
      sum += data[at + best]!;
      spaceBefore = 0;
    }
    previous = best;
  }
  const decoded = runs.map(({ best, first, last, peak, spaceBefore }, index) => {
    const row = data.subarray(peak * classes, (peak + 1) * classes);
    const certainty = row[best]!;
    return {
      character: characters[best - 1] ?? '',
      step: (first + last + 1) / 2,
      certainty,
      others: certainty >= certain ? [] : candidatesIn(row, best, characters),
      spaceBefore: index === 0 ? 0 : spaceBefore,
    };
  });
  return {
    characters: decoded,
    confidence: runs.length === 0 ? 0 : sum / runs.length,
    confidenceMin: decoded.reduce((min, { certainty }) => Math.min(min, certainty), 1),
  };
}

/** Lists the characters that one step may be, other than the likeliest and none, the likeliest first. */
function candidatesIn(row: Float32Array, best: number, characters: readonly string[]): readonly Candidate[] {
  const found: Candidate[] = [];
  for (let one = 1; one < row.length - 1; one++)
    if (one !== best && row[one]! >= candidateMin)
      found.push({ character: characters[one - 1] ?? '', probability: row[one]! });
  return found.sort((a, b) => b.probability - a.probability);
}
