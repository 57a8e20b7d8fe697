import {
  captionLengthMax,
  captionsMax,
  type RiskLevel,
  riskLevelRanks,
  worstRiskLevel,
} from '@redline/contracts';
import type { StoredCaption } from '../videos/reports.ts';
import type { Caption } from './caption.ts';

/** Length of all captions of a record, in UTF-16 units: a reply between services has 1 MB at most, with all findings. */
const recordUnitsMax = 60_000;

/**
 * Chooses the captions that a record shows: all, or, of too many, the worst, and of those that are equally bad the ones
 * that stand longest.
 * @param riskLevels of the findings in each caption
 * @returns in the order in which they begin
 */
export function storedCaptions(
  captions: readonly Caption[],
  riskLevels: readonly (readonly RiskLevel[])[],
): readonly StoredCaption[] {
  const all = captions.map(({ text, startSeconds, endSeconds }, at) => ({
    text: clipped(text),
    startSeconds,
    endSeconds,
    riskLevel: worstRiskLevel(riskLevels[at] ?? []),
  }));
  const worstFirst = all.toSorted(
    (a, b) =>
      riskLevelRanks[b.riskLevel] - riskLevelRanks[a.riskLevel] ||
      b.endSeconds - b.startSeconds - (a.endSeconds - a.startSeconds),
  );
  const chosen = new Set<StoredCaption>();
  let units = 0;
  for (const one of worstFirst.slice(0, captionsMax)) {
    units += one.text.length;
    if (units <= recordUnitsMax) chosen.add(one);
  }
  return all.filter((one) => chosen.has(one));
}

const clipped = (text: string): string =>
  text.length > captionLengthMax ? `${text.slice(0, captionLengthMax - 1)}…` : text;
