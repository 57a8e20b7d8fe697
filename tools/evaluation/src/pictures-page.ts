import type { Engine } from '@redline/rule-engine/evaluate';
import { measurePictures, measureUnseen, type PictureSite, pictureSites } from './picture-measures.ts';

/** Writes the page of the figures, in Markdown. */
export function picturesPage(engineFor: (site: PictureSite) => Engine): string {
  const cell = ({ count, total }: { count: number; total: number }): string => `${count} of ${total}`;
  const sections = pictureSites.flatMap((site) => {
    const engine = engineFor(site);
    const { harmless, risky } = measureUnseen(engine, site);
    const rows = measurePictures(engine, site).map(
      (row) => `| ${row.noise} | ${cell(row.harmless)} | ${cell(row.mixed)} | ${cell(row.risky)} |`,
    );
    return [
      `## ${site}`,
      '',
      '| noise | harmless texts flagged | mixed harmless lines flagged | risky texts found |',
      '| --- | --- | --- | --- |',
      ...rows,
      '',
      `Unseen words: ${cell(harmless)} harmless texts flagged, ${cell(risky)} risky texts found.`,
      '',
    ];
  });
  return [...heading, ...sections].join('\n');
}

const heading = [
  '# How well words on pictures are judged',
  '',
  'Written by `npm run -s eval -- pictures`; do not edit. Words that recognition reads on a picture are judged by the topics in the pack’s `pictures.yaml`. These figures are of words alone, without pictures and recognition; the noise imitates deterministically what recognition does to words ([`ocr-noise.ts`](../packages/rule-engine/src/pictures/ocr-noise.ts)).',
  '',
  'The [sets](../packages/rule-engine/src/pictures) were written while the rules for pictures were, so the share of risky texts found in them is too good. The unseen words were written afterwards and no rule was changed for them. “Mixed” are pictures of four harmless texts that have nothing to do with one another, which tempts a reader that joins lines.',
  '',
];
