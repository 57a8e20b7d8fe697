import { describeShare, type Share, shareOf } from '@redline/training/wilson';
import type { Measures } from './measures.ts';

/** One site's pack, measured on its labelled set. */
export interface MeasuredSite {
  readonly site: string;
  readonly version: string;
  readonly contentHash: string;
  readonly rules: number;
  readonly items: number;
  readonly measures: Measures;
  /** Rewrites that leave no violation and keep what they should, by strategy. */
  readonly rewrites: ReadonlyMap<string, Share>;
}

/** The qualification notices, measured on theirs. */
export interface MeasuredNotices {
  readonly contentHash: string;
  readonly right: Share;
}

const hashLength = 12;

/**
 * The page of figures.
 * @param date as it is shown
 * @param notices null where no set of theirs was given
 */
export function pageOf(
  date: string,
  sites: readonly MeasuredSite[],
  notices: MeasuredNotices | null,
): string {
  const columns = sites.map(({ site }) => site);
  const row = (name: string, cellOf: (site: MeasuredSite) => string): string[] => [
    name,
    ...sites.map(cellOf),
  ];
  const share = (name: string, of: (measures: Measures) => Share): string[] =>
    row(name, ({ measures }) => describeShare(of(measures)));
  const kinds = [...new Set(sites.flatMap(({ measures }) => [...measures.recallByKind.keys()]))].sort();
  const strategies = [...new Set(sites.flatMap(({ rewrites }) => [...rewrites.keys()]))];
  const lines = [
    '# Detection, measured',
    '',
    `Made by \`npm run -s eval -- page\` on ${date}; not to be edited. Rules and embedded reviewer together, on labelled copy that is no part of this project. A share is followed by its 95 % Wilson interval and its counts.`,
    '',
    ...table(
      ['', ...columns],
      [
        row('pack', ({ version, contentHash }) => `${version}, \`${contentHash.slice(0, hashLength)}\``),
        row('rules', ({ rules }) => String(rules)),
        row('texts', ({ items }) => String(items)),
        share('violating texts found', ({ recall }) => recall),
        ...kinds.map((kind) =>
          share(`of these, ${kind}`, ({ recallByKind }) => recallByKind.get(kind) ?? none),
        ),
        share('false alarms on hard negatives', ({ falseAlarmsHard }) => falseAlarmsHard),
        share('false alarms on clean copy', ({ falseAlarmsClean }) => falseAlarmsClean),
        share('`riskLevel` right', ({ level }) => level),
        share('labelled quotes touched', ({ overlap }) => overlap),
        row('median reported length / label', ({ measures }) => measures.widthMedian.toFixed(2)),
        ...strategies.map((strategy) =>
          row(`rewrites as they should be, ${strategy}`, ({ rewrites }) =>
            describeShare(rewrites.get(strategy) ?? none),
          ),
        ),
      ],
    ),
    '',
    '## Over all sites',
    '',
    ...table(
      ['', 'share'],
      [
        ['violating texts found', describeShare(pooled(sites, ({ recall }) => recall))],
        ...kinds.map((kind) => [
          `of these, ${kind}`,
          describeShare(pooled(sites, ({ recallByKind }) => recallByKind.get(kind) ?? none)),
        ]),
        [
          'false alarms on hard negatives',
          describeShare(pooled(sites, ({ falseAlarmsHard }) => falseAlarmsHard)),
        ],
        [
          'false alarms on clean copy',
          describeShare(pooled(sites, ({ falseAlarmsClean }) => falseAlarmsClean)),
        ],
      ],
    ),
  ];
  if (notices) {
    const hash = notices.contentHash.slice(0, hashLength);
    lines.push(
      ...['', '## Qualification notices', ''],
      `Questions answered with exactly the labelled mechanisms and industries (\`${hash}\`): ${describeShare(notices.right)}.`,
    );
  }
  return `${lines.join('\n')}\n`;
}

const none: Share = shareOf(0, 0);

function pooled(sites: readonly MeasuredSite[], of: (measures: Measures) => Share): Share {
  const shares = sites.map(({ measures }) => of(measures));
  const sum = (part: 'hits' | 'of') => shares.reduce((total, each) => total + each[part], 0);
  return shareOf(sum('hits'), sum('of'));
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
