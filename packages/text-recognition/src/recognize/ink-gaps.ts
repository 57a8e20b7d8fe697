/** Columns in which nothing is drawn: the first of them, and the first one after them. */
export type EmptyPart = readonly [start: number, end: number];

/** Size of a line that was straightened, in pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** A part of a line in which nothing is drawn, from 0 (the begin of the line) to 1. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  /** Whether it is so much wider than other spaces of its line that it is none. */
  readonly isSure: boolean;
}

/** Columns whose brightness varies by less, in times of what it does where there are characters, are empty. */
const emptyBelow = 0.3;
/** Rows at both edges of a line show what is above and below it. */
const edge = 0.1;
/** In times of the height of the line. A wide space between words of large letters is half of it. */
const wideMin = 0.5;
const sureMin = 0.55;
/** How many times as wide as the narrowest space of its line a wide gap is, at least. */
const ratioMin = { wide: 1.4, sure: 1.8 } as const;
/** A space that was read is a gap that is so near, in times of the height of the line. */
const nearMax = 0.1;

/**
 * Finds the gaps in a line that was straightened which may be more than spaces: between words of two columns, say. Only
 * where a space was read is a gap; on a background that is not plain there is none.
 * @param parts the empty ones of the line (`emptyPartsOf`)
 * @param spaces where spaces were read, from 0 (the begin of the line) to 1
 */
export function wideGapsOf(
  parts: readonly EmptyPart[],
  { width, height }: Size,
  spaces: readonly number[],
): readonly Gap[] {
  if (spaces.length === 0) return [];
  const near = (nearMax * height) / width;
  const gaps = parts
    .map(([start, end]) => ({ from: start / width, to: end / width, size: (end - start) / height }))
    .filter(({ from, to }) => spaces.some((space) => space > from - near && space < to + near));
  const narrowest = Math.min(...gaps.map(({ size }) => size));
  // Where all are wide none may be a space.
  const space = narrowest < wideMin ? narrowest : null;
  return gaps
    .filter(({ size }) => size >= Math.max(wideMin, ratioMin.wide * (space ?? 0)))
    .map(({ from, to, size }) => {
      const isSure = space !== null && size >= Math.max(sureMin, ratioMin.sure * space);
      return { from, to, isSure };
    });
}

/**
 * Measures the widest run of empty columns before each character, after the one before it.
 * @param parts the empty ones of the line (`emptyPartsOf`)
 * @param middles for each character, where its middle is, from 0 (the begin of the line) to 1
 * @returns in times of the height of the line; 0 for the first one
 */
export function inkGaps(
  parts: readonly EmptyPart[],
  { width, height }: Size,
  middles: readonly number[],
): readonly number[] {
  return middles.map((middle, index) => {
    const before = middles[index - 1];
    if (before === undefined) return 0;
    return parts.reduce((widest, [start, end]) => {
      const at = (start + end) / 2 / width;
      return at > before && at < middle ? Math.max(widest, (end - start) / height) : widest;
    }, 0);
  });
}

/**
 * Lists the runs of empty columns between characters.
 * @param data three planes of numbers
 * @param columns width of a plane
 * @param target size of the line in it
 */
export function emptyPartsOf(
  data: Float32Array,
  columns: number,
  { width, height }: Size,
): readonly EmptyPart[] {
  const contrasts = Array.from({ length: width }, (_, column) => contrastOf(data, columns, height, column));
  const usual = contrasts.toSorted((a, b) => a - b)[Math.floor(width * 0.8)] ?? 0;
  const inked = [...contrasts.keys()].filter((column) => contrasts[column]! >= emptyBelow * usual);
  return inked.flatMap((column, index) => {
    const start = (inked[index - 1] ?? column - 1) + 1;
    return start < column ? [[start, column] as const] : [];
  });
}

/** Returns by how much the brightness in a column varies. */
function contrastOf(data: Float32Array, columns: number, height: number, column: number): number {
  const plane = columns * height;
  let [min, max] = [Infinity, -Infinity];
  for (let row = Math.ceil(edge * height); row < height * (1 - edge); row++) {
    const at = row * columns + column;
    const value = data[at]! + data[plane + at]! + data[2 * plane + at]!;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return max - min;
}
