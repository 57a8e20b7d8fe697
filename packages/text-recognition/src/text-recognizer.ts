import { type BoxOptions, findRegions } from './detect/find-regions.ts';
import { joinRegions } from './detect/join-regions.ts';
import { textMapOf } from './detect/text-map.ts';
import type { RunGraph } from './models/graph.ts';
import { readModelFiles } from './models/model-files.ts';
import { loadRuntime, type RuntimeName, runtimeNames } from './models/onnx-runtime.ts';
import { blocksOf, type ReadLine } from './order/blocks.ts';
import { cutColumns, type WideLine } from './order/cut-columns.ts';
import { extentOfBlock, inReadingOrder } from './order/reading-order.ts';
import { apartOf, paperOf } from './paper.ts';
import type { Box, Picture, Rectangle } from './picture.ts';
import { isCredible } from './recognize/credible.ts';
import { charactersOf } from './recognize/part-of-line.ts';
import { type LineOptions, readLine } from './recognize/read-line.ts';
import type { Quarters } from './recognize/straighten.ts';

/** A line of text on a picture. */
export interface TextLine {
  readonly text: string;
  /** How sure the recognizer is of the characters on average, from 0 to 1. */
  readonly confidence: number;
  readonly box: Box;
  /** The direction in which it is read, in quarters of a turn from the width of its box, clockwise. */
  readonly quarters: Quarters;
  /** The upright rectangle around each UTF-16 unit of the text. */
  readonly characters: readonly Rectangle[];
  /** Which block of the picture it belongs to, from 0 in the order of reading: lines of one are read on, others are not. */
  readonly block: number;
}

/** The text on a picture. */
export interface ReadText {
  /** In the order in which they are read. */
  readonly lines: readonly TextLine[];
  /** Whether all that was found was read; where it was not, the largest lines were. */
  readonly isComplete: boolean;
}

/** How text is found and read. */
export interface RecognizerOptions extends BoxOptions, LineOptions {
  /** The shorter edge of a picture is made this long for the detector, never longer than it is, in pixels. */
  readonly detectorEdge: number;
}

export const defaultOptions: RecognizerOptions = {
  detectorEdge: 736,
  pixelThreshold: 0.3,
  boxScoreThreshold: 0.4,
  unclipRatio: 1.8,
  boxesMax: 500,
  spaceMin: 0.02,
  turnBelow: 0.7,
};

/** Reads the text on pictures, one after the other. */
export interface TextRecognizer {
  readonly runtime: RuntimeName;
  /**
   * Reads a picture.
   * @param timeLimitMs no further line is begun after so long; without it there is no limit
   */
  readonly read: (picture: Picture, timeLimitMs?: number) => Promise<ReadText>;
}

/**
 * Opens the recognizer: PP-OCRv4 on ONNX Runtime. Its native build is taken where it runs, WebAssembly elsewhere.
 * @param runtimes the builds to try, in this order
 * @throws Error if the models are not the ones that are expected, or no build runs here
 */
export async function openTextRecognizer(
  options: Partial<RecognizerOptions> = {},
  runtimes: readonly RuntimeName[] = runtimeNames,
): Promise<TextRecognizer> {
  const used = { ...defaultOptions, ...options };
  const { detector, recognizer, characters } = await readModelFiles();
  let failure: unknown = new Error('no runtime was named');
  for (const runtime of runtimes) {
    try {
      const open = loadRuntime(runtime);
      const [detect, recognize] = [await open(detector), await open(recognizer)];
      return {
        runtime,
        read: (picture, timeLimitMs = Infinity) =>
          readText(picture, used, { detect, recognize, characters }, performance.now() + timeLimitMs),
      };
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

interface Networks {
  readonly detect: RunGraph;
  readonly recognize: RunGraph;
  readonly characters: readonly string[];
}

async function readText(
  picture: Picture,
  options: RecognizerOptions,
  { detect, recognize, characters }: Networks,
  endsMs: number,
): Promise<ReadText> {
  const scale = Math.min(1, options.detectorEdge / Math.min(picture.width, picture.height));
  const found = findRegions(await textMapOf(detect, picture, scale), options);
  const regions = joinRegions(found.regions, (a, b) =>
    apartOf(paperOf(picture, a.box), paperOf(picture, b.box)),
  );
  const lines: LineOnPaper[] = [];
  let { isComplete } = found;
  for (const region of regions) {
    if (performance.now() > endsMs) {
      isComplete = false;
      break;
    }
    const reading = await readLine(recognize, picture, region, characters, options);
    if (!isCredible(reading)) continue;
    lines.push({
      ...reading,
      box: region.box,
      characters: charactersOf(region, reading.quarters, reading.middles),
      paper: paperOf(picture, region.box),
    });
  }
  return { lines: inBlocks(cutColumns(lines)), isComplete };
}

type LineOnPaper = Omit<TextLine, 'block'> & ReadLine & WideLine;

/** Orders lines by blocks, and numbers these. */
function inBlocks(lines: readonly LineOnPaper[]): readonly TextLine[] {
  const blocks = blocksOf(lines).map((block) => block.map((index) => lines[index]!));
  const inOrder = inReadingOrder(blocks, (block) => extentOfBlock(block.map(({ box }) => box)));
  return inOrder.flatMap((lines, block) =>
    lines.map(({ text, confidence, box, quarters, characters }) => ({
      ...{ text, confidence, box, quarters, characters, block },
    })),
  );
}
