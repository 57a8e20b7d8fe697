/** A part of a page that text is read from by itself, in pixels of the page. */
export interface Tile {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** One way in which a tile is prepared for reading. */
export interface Pass {
  readonly name: string;
  /** Factor of the tile's size: each reads text of another height and strokes of another width best. */
  readonly scale: number;
  /** Pixels at least this bright become text, all others background; null keeps the greys, stretched to their full range. */
  readonly threshold: number | null;
  /** Tesseract's page segmentation: 6 expects one block of text, 11 finds text anywhere. */
  readonly segmentation: 6 | 11;
}

/**
 * The passes over every tile. On photographs one pass loses more than half of the characters; these three together read
 * every line of the twelve images that they were chosen on.
 */
export const passes: readonly Pass[] = [
  { name: 'sparse', scale: 1, threshold: null, segmentation: 11 },
  { name: 'bright', scale: 0.75, threshold: 200, segmentation: 6 },
  { name: 'block', scale: 0.75, threshold: null, segmentation: 6 },
];

const shortEdgeMax = 1_080;
const tileLengthMax = 1_440;
/** Makes a line that is cut by the edge of one tile whole in the next one. */
const tileOverlap = 120;
/** A page of 1080 by 10,000 pixels has nine tiles. */
const areaMax = 12_000_000;

/**
 * Returns the size in which a page is checked: never enlarged, the shorter edge at most 1,080 pixels, so that text on
 * long pages stays as large as on others.
 * @param page its size in pixels
 */
export function workingSize({ width, height }: { readonly width: number; readonly height: number }): {
  readonly width: number;
  readonly height: number;
} {
  const scale = Math.min(1, shortEdgeMax / Math.min(width, height), Math.sqrt(areaMax / (width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Cuts a page into tiles of one short edge each, along its longer one. */
export function tilesOf({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): readonly Tile[] {
  const isTall = height >= width;
  const long = isTall ? height : width;
  const count = Math.max(1, Math.ceil((long - tileOverlap) / (tileLengthMax - tileOverlap)));
  const length = Math.min(long, Math.ceil((long - tileOverlap) / count) + tileOverlap);
  return Array.from({ length: count }, (_, index) => {
    const start = Math.min(index * (length - tileOverlap), long - length);
    return isTall
      ? { left: 0, top: start, width, height: length }
      : { left: start, top: 0, width: length, height };
  });
}
