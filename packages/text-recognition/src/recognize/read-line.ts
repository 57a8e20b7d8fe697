import type { RunGraph } from '../models/graph.ts';
import type { Picture, Region } from '../picture.ts';
import { correctZeros } from './correct-zeros.ts';
import { type Decoded, decodeCharacters } from './decode-characters.ts';
import { emptyPartsOf, type Gap, inkGaps, wideGapsOf } from './ink-gaps.ts';
import { chooseLookAlikes } from './look-alikes.ts';
import { spacesBefore } from './place-spaces.ts';
import { type Quarters, straighten } from './straighten.ts';

/** The recognizer was trained on lines of this height, in pixels. */
const lineHeight = 48;
/** Wider lines are squeezed, which bounds memory and time: a line of sixty times its height. */
const lineWidthMax = 2_880;
/** Widths are rounded up, so that the network sees few sizes and reuses its memory. */
const widthStep = 64;
/** By how much more sense a line has to make when it is turned: WOW is MOM on its head. */
const turnGain = 0.1;
/** A box that is so much taller than wide holds a line that is read downwards, or turned. */
const tallRatio = 1.5;

export interface LineOptions {
  readonly spaceMin: number;
  /** Below it the same line is tried turned by half: it may stand on its head. From 0 to 1. */
  readonly turnBelow: number;
}

/** A reading of the line in a box. */
export interface LineReading {
  readonly text: string;
  /** How sure the recognizer is of the characters on average, from 0 to 1. */
  readonly confidence: number;
  /** How sure it is of the one that it is least sure of. */
  readonly confidenceMin: number;
  /** The direction in which it was read. */
  readonly quarters: Quarters;
  /** For each UTF-16 unit of the text, where the middle of its character is, from 0 (the begin of the line) to 1. */
  readonly middles: readonly number[];
  /** Its gaps that may be more than spaces. */
  readonly wideGaps: readonly Gap[];
}

/**
 * Reads the line in a box. A tall box is read downwards: columns of Chinese, whose characters the recognizer knows lying
 * on their side, and lines that were turned clockwise. Where that makes no sense the line is turned by half.
 */
export async function readLine(
  run: RunGraph,
  picture: Picture,
  region: Region,
  characters: readonly string[],
  { spaceMin, turnBelow }: LineOptions,
): Promise<LineReading> {
  const { box, edges } = region;
  const lying = { length: box.width, thickness: edges ? edges.bottom[0] - edges.top[0] : box.height };
  const read = async (quarters: Quarters): Promise<LineReading> => {
    const { length, thickness } = quarters % 2 === 0 ? lying : { length: box.height, thickness: box.width };
    const wanted = Math.max(1, Math.round((lineHeight * length) / thickness));
    const target = { width: Math.min(wanted, lineWidthMax), height: lineHeight };
    const columns = Math.ceil(target.width / widthStep) * widthStep;
    const data = straighten(picture, region, quarters, target, columns);
    const output = await run({ data, dimensions: [1, 3, lineHeight, columns] });
    const decoded = decodeCharacters(output, characters);
    // Steps go on to the end of the padding.
    const perStep = columns / (output.dimensions.at(-2) ?? 1) / target.width;
    const printed = decoded.characters.map(({ step }) => Math.min(1, step * perStep));
    const parts = emptyPartsOf(data, columns, target);
    const spaces = spacesBefore(decoded.characters, inkGaps(parts, target, printed), spaceMin);
    const chosen = chooseLookAlikes(decoded.characters, spaces);
    const { text, middles } = withSpaces(chosen, printed, spaces);
    const places = middles.filter((_, index) => text[index] === ' ');
    const wideGaps = wideGapsOf(parts, target, places);
    const { confidence, confidenceMin } = decoded;
    return { text: correctZeros(text), confidence, confidenceMin, quarters, middles, wideGaps };
  };
  const isTall = box.height >= tallRatio * box.width;
  const first = await read(isTall ? 1 : 0);
  if (first.confidence >= turnBelow) return first;
  const second = await read(isTall ? 3 : 2);
  return second.confidence > first.confidence + turnGain ? second : first;
}

/** Returns a text, and where in the line the middle of each of its UTF-16 units is: a space is between its neighbours. */
function withSpaces(
  characters: readonly Decoded[],
  printed: readonly number[],
  spaces: readonly boolean[],
): { readonly text: string; readonly middles: readonly number[] } {
  const parts = characters.map(({ character }, index) => {
    const middle = printed[index]!;
    const between = ((printed[index - 1] ?? middle) + middle) / 2;
    const middles = Array.from({ length: character.length }, () => middle);
    return spaces[index]
      ? { text: ` ${character}`, middles: [between, ...middles] }
      : { text: character, middles };
  });
  return { text: parts.map(({ text }) => text).join(''), middles: parts.flatMap(({ middles }) => middles) };
}
