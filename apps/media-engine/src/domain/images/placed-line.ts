/** An upright rectangle, in pixels. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A line of text, and where it is. */
export interface PlacedLine {
  readonly text: string;
  /** The place of each UTF-16 unit of the text. */
  readonly characters: readonly Rectangle[];
}

/** Returns the smallest rectangle around some; null around none. */
export function rectangleAround(rectangles: readonly Rectangle[]): Rectangle | null {
  if (rectangles.length === 0) return null;
  return {
    left: Math.min(...rectangles.map(({ left }) => left)),
    top: Math.min(...rectangles.map(({ top }) => top)),
    right: Math.max(...rectangles.map(({ right }) => right)),
    bottom: Math.max(...rectangles.map(({ bottom }) => bottom)),
  };
}

/** Joins the texts of lines to a passage, as they are evaluated: separated by line ends. */
export const passageOf = (lines: readonly PlacedLine[]): string => lines.map(({ text }) => text).join('\n');

/**
 * Returns where a part of the passage of some lines is: one rectangle for each line of which it has more than spaces.
 * @param start UTF-16 offset in the passage, inclusive
 * @param end exclusive
 */
export function placesIn(lines: readonly PlacedLine[], start: number, end: number): readonly Rectangle[] {
  const places: Rectangle[] = [];
  let begin = 0;
  for (const { text, characters } of lines) {
    const [from, to] = [Math.max(0, start - begin), Math.min(text.length, end - begin)];
    const inked = characters
      .slice(from, Math.max(from, to))
      .filter((_, index) => text[from + index]?.trim() !== '');
    const place = rectangleAround(inked);
    if (place) places.push(place);
    begin += text.length + 1;
  }
  return places;
}
