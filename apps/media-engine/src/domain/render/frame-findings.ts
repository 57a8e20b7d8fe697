import { precedentFindingsMax } from '@redline/contracts';
import type { Detection } from '../detection.ts';
import type { StoredFrame } from '../videos/reports.ts';
import { distinctFindings } from './image.ts';

/**
 * Limit of characters of all findings of a record, as JSON. A reply between services has 1 MB at most, and a character
 * takes up to three bytes; some five hundred findings fit, and the most severe of a hundred frames however long.
 */
export const findingCharactersMax = 160_000;

/** Limit of boxes of all findings of a record; two for each of the five hundred that fit. One takes some 50 bytes. */
export const recordBoxesMax = 1_000;

interface Extras {
  readonly precedents?: readonly unknown[] | undefined;
  readonly boxes?: readonly unknown[] | undefined;
}

/** Leaves out what an earlier frame has in the same caption. */
const newOf = (detections: readonly Detection[]) => detections.filter(({ isRepeated }) => !isRepeated);

/**
 * Renders the findings of each frame, most severe first, each once; one in a caption with the first frame that shows it. If all together are too long, the least severe of
 * each frame are left out: the second of every frame comes before the third of any. Precedents and boxes never cost a finding
 * its place: the first hundred in that order have precedents, and as many have boxes as the limit allows.
 * @param render renders one finding
 * @returns one list for each frame, in their order
 */
export function findingsByFrame<T extends Extras>(
  frames: readonly Pick<StoredFrame, 'detections'>[],
  locale: string,
  render: (found: Detection) => T,
): readonly T[][] {
  const ranked = frames
    .flatMap(({ detections }, frame) =>
      distinctFindings(newOf(detections), locale).map((found, rank) => ({
        finding: render(found),
        frame,
        rank,
      })),
    )
    .toSorted((a, b) => a.rank - b.rank);
  const rendered = frames.map((): T[] => []);
  let [characters, boxes] = [0, 0];
  for (const [place, { finding, frame }] of ranked.entries()) {
    characters += JSON.stringify({ ...finding, precedents: [], boxes: [] }).length;
    if (characters > findingCharactersMax) break;
    boxes += finding.boxes?.length ?? 0;
    rendered[frame]?.push({
      ...finding,
      ...(place < precedentFindingsMax ? {} : { precedents: [] }),
      ...(boxes <= recordBoxesMax ? {} : { boxes: [] }),
    });
  }
  return rendered;
}
