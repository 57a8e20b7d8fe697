import { riskLevelOfTier, type TextRecognizerName } from '@redline/contracts';
import { type Coverage, coverageOf, type Detection, type DetectorName } from '../detection.ts';
import type { ShownLine } from '../images/shown-line.ts';

/** The findings on one frame. */
export interface FrameReport {
  readonly detections: readonly Detection[];
  readonly coverage: readonly Coverage[];
  readonly ocrText: string;
  /** Its lines with their places, from which captions are made; absent from stages of an older engine. */
  readonly lines?: readonly ShownLine[];
}

/** Frames of a record: their pictures are stored, and a client reads them all at once. */
export const framesStoredMax = 100;

/**
 * Chooses the frames that a record shows: those with the worst detections first, then those with words, then others, each
 * group evenly spaced if there are too many. So no verdict is better for a frame that was left out. What an earlier frame
 * shows in the same caption counts as words.
 * @returns their indices, in order
 */
export function chooseFrames(reports: readonly FrameReport[]): readonly number[] {
  const places = [...reports.keys()];
  const chosen: number[] = [];
  for (const rank of ranks.keys()) {
    const ranked = places.filter((place) => rankOf(reports[place] ?? emptyReport) === rank);
    chosen.push(...evenlySpaced(ranked, framesStoredMax - chosen.length));
  }
  return chosen.toSorted((a, b) => a - b);
}

const ranks: readonly ((report: FrameReport) => boolean)[] = [
  ({ detections }) => newOf(detections).some((found) => riskLevelOfTier(found) === 'REJECT'),
  ({ detections }) => newOf(detections).some((found) => riskLevelOfTier(found) === 'REVIEW'),
  ({ detections }) => newOf(detections).length > 0,
  ({ ocrText }) => ocrText.trim() !== '',
  () => true,
];
const newOf = (detections: readonly Detection[]) => detections.filter(({ isRepeated }) => !isRepeated);
const rankOf = (report: FrameReport): number => ranks.findIndex((hasRank) => hasRank(report));
const emptyReport: FrameReport = { detections: [], coverage: [], ocrText: '' };

/** Returns `max` elements of a list, evenly spaced; all if there are no more. */
export function evenlySpaced<T>(list: readonly T[], max: number): readonly T[] {
  if (list.length <= max) return list;
  const step = list.length / max;
  return Array.from({ length: max }, (_, index) => list[Math.floor(index * step)] as T);
}

const statusOrder: readonly Coverage['status'][] = ['not_configured', 'ran', 'failed'];

/** Returns one entry per detector over all frames: it failed if it failed on one, and may have run on some only. */
export function coverageOfFrames(reports: readonly Pick<FrameReport, 'coverage'>[]): readonly Coverage[] {
  const worst = new Map<DetectorName, Coverage['status']>();
  const counts = new Map<DetectorName, number>();
  const recognizers = new Map<DetectorName, TextRecognizerName[]>();
  for (const { detector, status, recognizers: names = [] } of reports.flatMap(({ coverage }) => coverage)) {
    const before = worst.get(detector);
    if (!before || statusOrder.indexOf(status) > statusOrder.indexOf(before)) worst.set(detector, status);
    counts.set(detector, (counts.get(detector) ?? 0) + 1);
    recognizers.set(detector, [...(recognizers.get(detector) ?? []), ...names]);
  }
  return Array.from(worst, ([detector, status]) =>
    coverageOf(
      detector,
      status,
      { seen: counts.get(detector) ?? 0, total: reports.length },
      recognizers.get(detector),
    ),
  );
}
