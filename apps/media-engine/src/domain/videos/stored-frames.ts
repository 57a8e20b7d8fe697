import { riskLevelOfTier } from '@redline/contracts';
import { type Coverage, coverageOf, type Detection, type Detector } from '../detection.ts';

/** What was seen on one frame. */
export interface Look {
  readonly detections: readonly Detection[];
  readonly coverage: readonly Coverage[];
  readonly ocrText: string;
}

/** Frames of a record: their pictures are kept, and a client reads them all at once. */
export const framesKeptMax = 100;

/**
 * Chooses the frames that a record keeps: the worst detections first, then words without any, then others, each at even
 * distance where there are too many. So no verdict is better for a frame that was left out.
 * @returns their places, in order
 */
export function keptFrames(looks: readonly Look[]): readonly number[] {
  const places = [...looks.keys()];
  const kept: number[] = [];
  for (const rank of ranks.keys()) {
    const ranked = places.filter((place) => rankOf(looks[place] ?? nothing) === rank);
    kept.push(...spread(ranked, framesKeptMax - kept.length));
  }
  return kept.toSorted((a, b) => a - b);
}

const ranks: readonly ((look: Look) => boolean)[] = [
  ({ detections }) => detections.some((found) => riskLevelOfTier(found) === 'REJECT'),
  ({ detections }) => detections.some((found) => riskLevelOfTier(found) === 'REVIEW'),
  ({ detections }) => detections.length > 0,
  ({ ocrText }) => ocrText.trim() !== '',
  () => true,
];
const rankOf = (look: Look): number => ranks.findIndex((isOf) => isOf(look));
const nothing: Look = { detections: [], coverage: [], ocrText: '' };

/** So many of a list at even distance, or all. */
export function spread<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  const step = list.length / most;
  return Array.from({ length: most }, (_, index) => list[Math.floor(index * step)] as T);
}

const order: readonly Coverage['status'][] = ['not_configured', 'ran', 'failed'];

/** One line for each detector over all frames: what failed on one has failed; some see a part of them only. */
export function coverageOver(looks: readonly Pick<Look, 'coverage'>[]): readonly Coverage[] {
  const worst = new Map<Detector, Coverage['status']>();
  const seen = new Map<Detector, number>();
  for (const { detector, status } of looks.flatMap(({ coverage }) => coverage)) {
    const before = worst.get(detector);
    if (!before || order.indexOf(status) > order.indexOf(before)) worst.set(detector, status);
    seen.set(detector, (seen.get(detector) ?? 0) + 1);
  }
  return Array.from(worst, ([detector, status]) =>
    coverageOf(detector, status, { seen: seen.get(detector) ?? 0, total: looks.length }),
  );
}
