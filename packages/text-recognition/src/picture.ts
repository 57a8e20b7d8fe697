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

/** Returns the corners of a box: top left, top right, bottom right, bottom left, as the box itself is turned. */
export function cornersOf({ x, y, width, height, angle }: Box): readonly [Point, Point, Point, Point] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corner = (along: number, down: number): Point => ({
    x: x + (along * width * cos - down * height * sin) / 2,
    y: y + (along * width * sin + down * height * cos) / 2,
  });
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}
