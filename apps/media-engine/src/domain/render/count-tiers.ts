import type { Detection } from '../detection.ts';
import { mostSevereOf } from '../verdict.ts';
import type { StoredVideo } from './video.ts';

/** How many findings there are of each tier. */
export interface Tiers {
  readonly strict: number;
  readonly soft: number;
}

export function countTiers(found: readonly Pick<Detection, 'tier'>[]): Tiers {
  const strict = found.filter(({ tier }) => tier === 'STRICT').length;
  return { strict, soft: found.length - strict };
}

/** A frame counts as the gravest that was found in it, what is said for itself. */
export function countVideoTiers({ frames, voice }: Pick<StoredVideo, 'frames' | 'voice'>): Tiers {
  const gravest = (frames ?? []).flatMap(({ detections }) => mostSevereOf(detections) ?? []);
  return countTiers([...gravest, ...(voice?.risks ?? [])]);
}
