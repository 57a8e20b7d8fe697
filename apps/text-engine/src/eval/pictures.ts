import type { Engine } from '../domain/evaluate.ts';
import { evaluatePicture } from '../domain/pictures/evaluate-picture.ts';
import * as id from '../domain/pictures/id.rows.ts';
import * as main from '../domain/pictures/main.rows.ts';
import { unseen } from '../domain/pictures/unseen.rows.ts';
import * as us from '../domain/pictures/us.rows.ts';
import { noises } from './ocr-noise.ts';

const sets = { us, id, main } as const;
export type PictureSite = keyof typeof sets;

/** Where pictures are judged: the main site's are of its first product line. */
export const picturePlace = { medium: 'picture', productVertical: 'creator', sceneMode: 'content' } as const;

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

/** Pictures made of harmless lines that have nothing to do with one another: in steps of 1, 3, 5 and 7, four together. */
export const mixedLines = (lines: readonly string[]): string[] =>
  [1, 3, 5, 7].flatMap((step) =>
    lines
      .filter((_, at) => at % 3 === 0)
      .map((_, at) => [0, 1, 2, 3].map((n) => lines[(at * 3 + n * step) % lines.length]).join('\n')),
  );

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
  'Written by `npm run -s eval -- pictures`. What recognition reads on a picture is judged by the topics in the pack’s `pictures.yaml`. These figures are of words alone, without pictures and recognition; the noise is what recognition does to words, made deterministically ([`ocr-noise.ts`](../apps/text-engine/src/eval/ocr-noise.ts)).',
  '',
  'The [sets](../apps/text-engine/src/domain/pictures) were written while the rules for pictures were, so their share of risky texts heard is too good. The unseen words were written afterwards and no rule was changed for them. “Mixed” are pictures of four harmless texts that have nothing to do with one another, which tempts a reader that joins lines.',
  '',
];
