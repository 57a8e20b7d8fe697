/** A page made small: the brightness of a coarse grid of points, 0 to 255, the same number for every page. */
export type Thumbnail = Uint8Array;

/** Two pages are the same when no point of their thumbnails differs by more than this. */
const differenceMin = 16;

/**
 * Picks the pages of an animation to check: the first, then repeatedly the one that differs most from all picked pages,
 * until only repetitions are left. A single page that differs is picked early, wherever it is.
 * @returns indices in ascending order, at most `count`, and how many pages remain that look like none of them
 */
export function distinctPages(
  thumbnails: readonly Thumbnail[],
  count: number,
): { readonly picked: readonly number[]; readonly left: number } {
  if (thumbnails.length === 0) return { picked: [], left: 0 };
  const picked = [0];
  const nearest = thumbnails.map((thumbnail) => difference(thumbnail, thumbnails[0]!));
  while (picked.length < count) {
    const next = nearest.reduce((best, distance, index) => (distance > nearest[best]! ? index : best), 0);
    if (nearest[next]! <= differenceMin) break;
    picked.push(next);
    for (const [index, thumbnail] of thumbnails.entries()) {
      nearest[index] = Math.min(nearest[index]!, difference(thumbnail, thumbnails[next]!));
    }
  }
  const left = nearest.filter((distance) => distance > differenceMin).length;
  return { picked: picked.sort((a, b) => a - b), left };
}

/** Returns the largest difference of a point, not the mean: small text changes few points by much. */
function difference(a: Thumbnail, b: Thumbnail): number {
  let largest = 0;
  for (let index = 0; index < a.length; index++) largest = Math.max(largest, Math.abs(a[index]! - b[index]!));
  return largest;
}
