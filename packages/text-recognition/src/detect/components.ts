import type { TextMap } from './text-map.ts';

/** The places of connected pixels in a map, valid until the next ones are asked for. */
export type Component = Int32Array;

/**
 * Yields each area of connected pixels above a threshold.
 * @param threshold from 0 to 255
 */
export function* componentsOf({ width, height, values }: TextMap, threshold: number): Generator<Component> {
  const isSeen = new Uint8Array(values.length);
  // Each pixel is put in once at most.
  const queue = new Int32Array(values.length);
  let end = 0;
  const visit = (place: number) => {
    if (isSeen[place] || (values[place] ?? 0) <= threshold) return;
    isSeen[place] = 1;
    queue[end++] = place;
  };
  for (let start = 0; start < values.length; start++) {
    if (isSeen[start] || (values[start] ?? 0) <= threshold) continue;
    end = 0;
    visit(start);
    for (let next = 0; next < end; next++) {
      const place = queue[next] ?? 0;
      const y = Math.floor(place / width);
      const x = place - y * width;
      for (let other = Math.max(0, y - 1); other <= Math.min(height - 1, y + 1); other++) {
        const row = other * width;
        if (x > 0) visit(row + x - 1);
        visit(row + x);
        if (x + 1 < width) visit(row + x + 1);
      }
    }
    yield queue.subarray(0, end);
  }
}
