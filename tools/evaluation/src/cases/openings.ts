import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { formatShare } from '@redline/training/share';
import type { CaseMeasures } from './case-measures.ts';

/** The frozen test may be opened so often for each site before it has taught us its answers. */
export const openingsMax = 3;

const columns = [
  'date',
  'commit',
  'site',
  'texts',
  'violating found',
  'lawful flagged',
  'spans touched',
  'right topic',
  'right level',
  'why',
];
const head = [
  '# Openings of the frozen cases',
  '',
  'Every time that the figures of the frozen test were computed, in order; written by `npm run -s eval -- cases --split test`, which refuses more than three openings a site unless told so. How to measure is in [measuring.md](measuring.md).',
  '',
  `| ${columns.join(' | ')} |`,
  `|${' --- |'.repeat(columns.length)}`,
  '',
].join('\n');

/** One opening of a site's frozen test. */
export interface Opening {
  readonly date: string;
  /** With `+` where files differ from it. */
  readonly commit: string;
  readonly site: string;
  readonly texts: number;
  readonly why: string;
  readonly isBeyondLimit: boolean;
  readonly measures: CaseMeasures;
}

/** Counts the openings of a site's test that the page tells of. */
export function countOpenings(page: string, site: string): number {
  const content = existsSync(page) ? readFileSync(page, 'utf8') : '';
  return content.split('\n').filter((line) => line.split('|')[3]?.trim() === site).length;
}

/**
 * Makes sure that a site's test may be opened once more.
 * @throws Error beyond the limit, unless it is to be passed
 */
export function allowOpening(page: string, site: string, passesLimit: boolean): { isBeyondLimit: boolean } {
  const opened = countOpenings(page, site);
  if (opened < openingsMax) return { isBeyondLimit: false };
  if (passesLimit) return { isBeyondLimit: true };
  throw new Error(
    `the test of ${site} was opened ${opened} times, ${openingsMax} are allowed; --beyond-the-limit opens it, and says so`,
  );
}

/** Adds an opening to the page. */
export function logOpening(page: string, { measures, ...opening }: Opening): void {
  const { recall, lawfulFlagged, spansTouched, rightTopic, rightLevel } = measures;
  const why = opening.why.replace(/[\n|]+/g, ' ').trim();
  const cells = [
    opening.date,
    opening.commit,
    opening.site,
    opening.texts,
    ...[recall, lawfulFlagged, spansTouched, rightTopic, rightLevel].map(formatShare),
    opening.isBeyondLimit ? `**beyond the limit**: ${why}` : why,
  ];
  mkdirSync(dirname(page), { recursive: true });
  const content = existsSync(page) ? readFileSync(page, 'utf8') : head;
  writeFileSync(page, `${content.trimEnd()}\n| ${cells.join(' | ')} |\n`);
}
