/** Pixels of a picture: red, green and blue, a byte each, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle that may be turned. Lengths are in pixels of the picture. */
export interface Box {
  /** The centre. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** By how much its width is turned from the horizontal, clockwise as on a screen: radians from -π/4 to π/4. */
  readonly angle: number;
}

/** An upright rectangle, in pixels of the picture. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A curve as the coefficients of 1, x and x². */
export type Curve = readonly [constant: number, slope: number, bend: number];

/** The upper and the lower edge of a line, below the centre of its box, by the distance along it from its centre. */
export interface LineEdges {
  readonly top: Curve;
  readonly bottom: Curve;
}

/** Where a line is: in a box and, if it is bent or seen from the side, between two edges in it. */
export interface Region {
  readonly box: Box;
  /** Null where the box is enough. */
  readonly edges: LineEdges | null;
}

/** Returns the corners of a box: top left, top right, bottom right, bottom left, as the box itself is turned. */
export function cornersOf({ x, y, width, height, angle }: Box): readonly [Point, Point, Point, Point] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corner = (along: number, down: number): Point => ({
    x: x + (along * width * cos - down * height * sin) / 2,
    y: y + (along * width * sin + down * height * cos) / 2,
  });
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}
