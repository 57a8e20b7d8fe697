import type { Detection } from '../detection.ts';
import { mostSevereOf } from '../verdict.ts';
import type { StoredVideo } from './video.ts';

/** Numbers of findings by tier. */
export interface Tiers {
  readonly strict: number;
  readonly soft: number;
}

export function countTiers(found: readonly Pick<Detection, 'tier'>[]): Tiers {
  const strict = found.filter(({ tier }) => tier === 'STRICT').length;
  return { strict, soft: found.length - strict };
}

/** Counts a frame as its most severe finding, and every transcript risk by itself. */
export function countVideoTiers({ frames, voice }: Pick<StoredVideo, 'frames' | 'voice'>): Tiers {
  const worst = (frames ?? []).flatMap(({ detections }) => mostSevereOf(detections) ?? []);
  return countTiers([...worst, ...(voice?.risks ?? [])]);
}
