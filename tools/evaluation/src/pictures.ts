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

const sets = { us, id, main } as const;
export type PictureSite = keyof typeof sets;

/** How many of a set's texts were heard. */
interface Heard {
  readonly heard: number;
  readonly of: number;
}

/** What one kind of noise does to the words of one site. */
export interface PictureFigures {
  readonly noise: string;
  readonly harmless: Heard;
  readonly mixed: Heard;
  readonly risky: Heard;
}

/** Measures a site's pack on its words for pictures, as they stand and through each kind of noise. */
export function measurePictures(engine: Engine, site: PictureSite): readonly PictureFigures[] {
  const { harmless, risky } = sets[site];
  const plain = ['as they stand', (text: string) => text] as const;
  return [plain, ...Object.entries(noises)].map(([noise, change]) => ({
    noise,
    harmless: heardIn(engine, harmless.map(change)),
    mixed: heardIn(engine, mixedLines(harmless).map(change)),
    risky: heardIn(
      engine,
      risky.map(([text]) => change(text)),
    ),
  }));
}

/** Measures a site's pack on words that no rule was written for. */
export function measureUnseen(engine: Engine, site: PictureSite): Omit<PictureFigures, 'noise' | 'mixed'> {
  const { harmless, risky } = unseen[site];
  return { harmless: heardIn(engine, harmless), risky: heardIn(engine, risky) };
}

const heardIn = (engine: Engine, texts: readonly string[]): Heard => ({
  heard: texts.filter((text) => evaluatePicture(text, engine, picturePlace).findings.length > 0).length,
  of: texts.length,
});

/** The page of the figures, in Markdown. */
export function pageOfPictures(engineFor: (site: PictureSite) => Engine): string {
  const shown = ({ heard, of }: Heard): string => `${heard} of ${of}`;
  const parts = (Object.keys(sets) as PictureSite[]).flatMap((site) => {
    const engine = engineFor(site);
    const { harmless, risky } = measureUnseen(engine, site);
    const rows = measurePictures(engine, site).map(
      (row) => `| ${row.noise} | ${shown(row.harmless)} | ${shown(row.mixed)} | ${shown(row.risky)} |`,
    );
    return [
      ...[`## ${site}`, ''],
      '| noise | harmless texts with a hit | mixed harmless lines with a hit | risky texts heard |',
      ...['| --- | --- | --- | --- |', ...rows, ''],
      `Unseen words: ${shown(harmless)} harmless texts with a hit, ${shown(risky)} risky texts heard.`,
      '',
    ];
  });
  return [...heading, ...parts].join('\n');
}

const heading = [
  '# How well words on pictures are judged',
  '',
  'Written by `npm run -s eval -- pictures`. What recognition reads on a picture is judged by the topics in the pack’s `pictures.yaml`. These figures are of words alone, without pictures and recognition; the noise is what recognition does to words, made deterministically ([`ocr-noise.ts`](../packages/rule-engine/src/pictures/ocr-noise.ts)).',
  '',
  'The [sets](../packages/rule-engine/src/pictures) were written while the rules for pictures were, so their share of risky texts heard is too good. The unseen words were written afterwards and no rule was changed for them. “Mixed” are pictures of four harmless texts that have nothing to do with one another, which tempts a reader that joins lines.',
  '',
];
