import type { Rectangle } from './placed-line.ts';

/** A recognized word, with its box in pixels of the page. */
export interface Word extends Rectangle {
  readonly text: string;
  /** How sure tesseract is, 0 to 100. */
  readonly confidence: number;
}

/** The words of one line, from left to right. */
export type Line = readonly Word[];

/** The place on the page of the pixels that were read. */
export interface PageRegion {
  readonly left: number;
  readonly top: number;
  /** Pixels of the page for each pixel that was read. */
  readonly scale: number;
}

/** A page of noise has thousands of lines; a page of text never does. */
const linesMax = 400;

/**
 * Parses tesseract's table of words: twelve columns separated by tabs; rows of level 5 are words, numbered by block,
 * paragraph and line.
 * @param tsv its output, with the header
 * @returns the lines in the order of the table
 */
export function parseWords(tsv: string, region: PageRegion): readonly Line[] {
  const lines = new Map<string, Word[]>();
  for (const row of tsv.split('\n')) {
    const cells = row.split('\t');
    if (cells[0] !== '5' || cells.length < 12) continue;
    const text = (cells[11] ?? '').trim();
    if (text === '') continue;
    const [left = 0, top = 0, width = 0, height = 0, confidence = 0] = cells.slice(6, 11).map(Number);
    const key = cells.slice(1, 5).join('.');
    const line = lines.get(key) ?? [];
    if (line.length === 0 && lines.size >= linesMax) break;
    lines.set(key, line);
    line.push({
      text,
      confidence,
      left: region.left + left * region.scale,
      top: region.top + top * region.scale,
      right: region.left + (left + width) * region.scale,
      bottom: region.top + (top + height) * region.scale,
    });
  }
  return [...lines.values()];
}
