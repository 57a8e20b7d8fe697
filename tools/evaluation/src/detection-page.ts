import { formatShare, type Share, shareOf } from '@redline/training/share';
import type { DetectionMeasures } from './detection-measures.ts';
import type { RewriteShares } from './rewrite-measures.ts';

/** The figures of one site's pack on its labelled set. */
export interface MeasuredSite {
  readonly site: string;
  readonly version: string;
  readonly contentHash: string;
  readonly rules: number;
  readonly texts: number;
  readonly measures: DetectionMeasures;
  /** By strategy. */
  readonly rewrites: ReadonlyMap<string, RewriteShares>;
}

/** The figures of the qualification notices on their labelled set. */
export interface MeasuredNotices {
  readonly contentHash: string;
  readonly right: Share;
}

const hashLength = 12;

/**
 * Writes the page of figures, in Markdown. It names no text and no file.
 * @param date of the measurement, as the page gives it
 * @param notices null where they were not measured
 */
export function detectionPage(
  date: string,
  sites: readonly MeasuredSite[],
  notices: MeasuredNotices | null,
): string {
  const columns = sites.map(({ site }) => site);
  const row = (name: string, cellOf: (site: MeasuredSite) => string): string[] => [
    name,
    ...sites.map(cellOf),
  ];
  const share = (name: string, of: (measures: DetectionMeasures) => Share): string[] =>
    row(name, ({ measures }) => formatShare(of(measures)));
  const kinds = [...new Set(sites.flatMap(({ measures }) => [...measures.recallByKind.keys()]))].sort();
  const strategies = [...new Set(sites.flatMap(({ rewrites }) => [...rewrites.keys()]))];
  const lines = [
    '# Detection, measured',
    '',
    `Written by \`npm run -s eval -- page\` on ${date}; do not edit. Rules and embedded reviewer together, on labelled copy that is not part of this project. A share is followed by its 95 % Wilson interval and its counts. What the rows count is in [tools/evaluation](../tools/evaluation/README.md).`,
    '',
    ...table(
      ['', ...columns],
      [
        row('pack', ({ version, contentHash }) => `${version}, \`${contentHash.slice(0, hashLength)}\``),
        row('rules', ({ rules }) => String(rules)),
        row('texts', ({ texts }) => String(texts)),
        share('violating texts found', ({ recall }) => recall),
        ...kinds.map((kind) =>
          share(`of these, ${kind}`, ({ recallByKind }) => recallByKind.get(kind) ?? none),
        ),
        share('false alarms on hard negatives', ({ falseAlarmsHardNegative }) => falseAlarmsHardNegative),
        share('false alarms on clean copy', ({ falseAlarmsClean }) => falseAlarmsClean),
        share('`riskLevel` right', ({ levelAccuracy }) => levelAccuracy),
        share('labelled quotes touched', ({ labelsTouched }) => labelsTouched),
        row('median reported length / label', ({ measures }) => measures.lengthRatioMedian.toFixed(2)),
        ...strategies.flatMap((strategy) => [
          row(`rewrites accepted, ${strategy}`, ({ rewrites }) =>
            formatShare(rewrites.get(strategy)?.accepted ?? none),
          ),
          row(`lawful sentences kept, ${strategy}`, ({ rewrites }) =>
            formatShare(rewrites.get(strategy)?.sentencesKept ?? none),
          ),
        ]),
      ],
    ),
    '',
    '## Over all sites',
    '',
    ...table(
      ['', 'share'],
      [
        ['violating texts found', formatShare(pooled(sites, ({ recall }) => recall))],
        ...kinds.map((kind) => [
          `of these, ${kind}`,
          formatShare(pooled(sites, ({ recallByKind }) => recallByKind.get(kind) ?? none)),
        ]),
        [
          'false alarms on hard negatives',
          formatShare(pooled(sites, ({ falseAlarmsHardNegative }) => falseAlarmsHardNegative)),
        ],
        [
          'false alarms on clean copy',
          formatShare(pooled(sites, ({ falseAlarmsClean }) => falseAlarmsClean)),
        ],
      ],
    ),
  ];
  if (notices) {
    const hash = notices.contentHash.slice(0, hashLength);
    lines.push(
      '',
      '## Qualification notices',
      '',
      `Questions answered with exactly the labelled mechanisms and industries (\`${hash}\`): ${formatShare(notices.right)}.`,
    );
  }
  return `${lines.join('\n')}\n`;
}

const none: Share = shareOf(0, 0);

function pooled(sites: readonly MeasuredSite[], of: (measures: DetectionMeasures) => Share): Share {
  const shares = sites.map(({ measures }) => of(measures));
  const sum = (part: 'count' | 'total') => shares.reduce((all, share) => all + share[part], 0);
  return shareOf(sum('count'), sum('total'));
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
