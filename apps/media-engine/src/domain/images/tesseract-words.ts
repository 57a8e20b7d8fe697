/** A word as it was read, with its box in pixels of the page. */
export interface Word {
  readonly text: string;
  /** How sure the reader was, 0 to 100. */
  readonly confidence: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Words that stand in one line, from left to right. */
export type Line = readonly Word[];

/** Where the pixels that were read stand on the page. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  /** Pixels of the page for one that was read. */
  readonly scale: number;
}

/** A page of noise has thousands of them; a page of text never. */
const linesMax = 400;

/**
 * Reads tesseract's table of words: twelve columns separated by tabs, of which level 5 are words, numbered by block,
 * paragraph and line.
 * @param tsv its output, with its head
 * @returns the lines in the order of the table
 */
export function readWords(tsv: string, frame: Frame): readonly Line[] {
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
      ...{ text, confidence },
      left: frame.left + left * frame.scale,
      top: frame.top + top * frame.scale,
      right: frame.left + (left + width) * frame.scale,
      bottom: frame.top + (top + height) * frame.scale,
    });
  }
  return [...lines.values()];
}
