import type { Engine } from '@redline/rule-engine/evaluate';
import { evaluatePicture } from '@redline/rule-engine/pictures';
import {
  id,
  main,
  mixedLines,
  noises,
  picturePlace,
  unseen,
  us,
} from '@redline/rule-engine/pictures/samples';

const textSets = { us, id, main } as const;
export type PictureSite = keyof typeof textSets;
export const pictureSites = Object.keys(textSets) as readonly PictureSite[];

/** The texts of a set in which the engine finds anything. */
interface Flagged {
  readonly count: number;
  readonly total: number;
}

/** Flagged texts of each set of a site, under one kind of noise. */
export interface PictureMeasures {
  readonly noise: string;
  readonly harmless: Flagged;
  readonly mixed: Flagged;
  readonly risky: Flagged;
}

/** Measures a site's pack on its texts for pictures, as they are and under each kind of noise. */
export function measurePictures(engine: Engine, site: PictureSite): readonly PictureMeasures[] {
  const { harmless, risky } = textSets[site];
  const withoutNoise = ['as they stand', (text: string) => text] as const;
  return [withoutNoise, ...Object.entries(noises)].map(([noise, change]) => ({
    noise,
    harmless: flaggedIn(engine, harmless.map(change)),
    mixed: flaggedIn(engine, mixedLines(harmless).map(change)),
    risky: flaggedIn(
      engine,
      risky.map(([text]) => change(text)),
    ),
  }));
}

/** Measures a site's pack on texts that no rule was written for. */
export function measureUnseen(engine: Engine, site: PictureSite): Omit<PictureMeasures, 'noise' | 'mixed'> {
  const { harmless, risky } = unseen[site];
  return { harmless: flaggedIn(engine, harmless), risky: flaggedIn(engine, risky) };
}

const flaggedIn = (engine: Engine, texts: readonly string[]): Flagged => ({
  count: texts.filter((text) => evaluatePicture(text, engine, picturePlace).findings.length > 0).length,
  total: texts.length,
});
