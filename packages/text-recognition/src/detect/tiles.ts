/** A part of a picture that the detector is given by itself. */
export interface Tile {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The detector halves its input five times. */
const step = 32;
/** The detector takes memory by the area of its input: the process had 370 MB with tiles of 960², 470 with 1,088². */
const edgeMax = 1_088;
/** What the detector sees of the surroundings of a pixel at a seam: about half of this on each side. */
const overlap = 128;

/**
 * Cuts a picture into tiles of nearly equal size that overlap. Edges are multiples of 32, so a tile may reach beyond a
 * picture.
 */
export function detectorTiles(width: number, height: number): readonly Tile[] {
  const columns = spans(width);
  return spans(height).flatMap(({ start: top, length }) =>
    columns.map((column) => ({ left: column.start, top, width: column.length, height: length })),
  );
}

function spans(size: number): readonly { readonly start: number; readonly length: number }[] {
  const count = Math.max(1, Math.ceil((size - overlap) / (edgeMax - overlap)));
  const length = Math.ceil((size + (count - 1) * overlap) / count / step) * step;
  const stride = count === 1 ? 0 : (size - length) / (count - 1);
  return Array.from({ length: count }, (_, index) => ({ start: Math.round(index * stride), length }));
}
