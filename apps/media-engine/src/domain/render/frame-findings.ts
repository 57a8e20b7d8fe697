import type { Detection } from '../detection.ts';
import type { StoredFrame } from '../videos/reports.ts';
import { distinct } from './image.ts';

/**
 * Characters of all findings of a record, as JSON. A reply between services holds 1 MB at most, and a character takes up
 * to three bytes; some five hundred findings fit in, and the gravest of a hundred frames however long they are.
 */
export const findingCharactersMax = 160_000;

/**
 * The findings of each frame as they are shown, the gravest first, each once. Where all together are too long, the
 * mildest of the frames are left out: the second of every frame comes before the third of any.
 * @returns as many lists as there are frames, in their order
 */
export function findingsByFrame<T>(
  frames: readonly Pick<StoredFrame, 'detections'>[],
  locale: string,
  show: (found: Detection) => T,
): readonly T[][] {
  const ranked = frames
    .flatMap(({ detections }, frame) =>
      distinct(detections, locale).map((found, rank) => ({ finding: show(found), frame, rank })),
    )
    .toSorted((a, b) => a.rank - b.rank);
  const shown = frames.map((): T[] => []);
  let characters = 0;
  for (const { finding, frame } of ranked) {
    characters += JSON.stringify(finding).length;
    if (characters > findingCharactersMax) break;
    shown[frame]?.push(finding);
  }
  return shown;
}
