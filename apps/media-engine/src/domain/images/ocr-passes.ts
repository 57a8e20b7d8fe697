/** A part of a page that is read by itself, in pixels of the page. */
export interface Tile {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** One way in which a tile is prepared for reading. */
export interface Pass {
  readonly name: string;
  /** Of the tile's size; text of another height, and strokes of another width, are read by it. */
  readonly scale: number;
  /** Pixels at least this bright become text, all others paper; null keeps the greys, stretched to their full range. */
  readonly threshold: number | null;
  /** Tesseract's page segmentation: 6 takes the tile for one block of text, 11 looks for text anywhere. */
  readonly segmentation: 6 | 11;
}

/**
 * The ways in which every tile is read. On photographs one way loses more than half of the characters; what these three
 * read together held every line of the twelve pictures they were chosen on.
 */
export const passes: readonly Pass[] = [
  { name: 'sparse', scale: 1, threshold: null, segmentation: 11 },
  { name: 'bright', scale: 0.75, threshold: 200, segmentation: 6 },
  { name: 'block', scale: 0.75, threshold: null, segmentation: 6 },
];

const shortEdgeMax = 1_080;
const tileLengthMax = 1_440;
/** So that a line cut by the edge of one tile stands whole in the next one. */
const tileOverlap = 120;
/** A page of 1080 by 10,000 pixels has nine tiles. */
const areaMax = 12_000_000;

/**
 * The size that a page is looked at in: never larger than it is, the shorter edge at most 1,080 pixels, so that the text
 * of long pages stays as large as it is on others.
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
