import type { Recording } from './alert.ts';
import type { Objective } from './objectives.ts';

const windows = ['5m', '30m', '1h', '2h', '6h', '1d', '3d'] as const;
type Window = (typeof windows)[number];

/**
 * How many times faster than allowed a budget of 30 days is used up, over a long window, and over a short one so that the
 * alert ends soon after the fault does (Google's SRE workbook, chapter 5). Fast: 2 % of it in an hour, or 5 % in six. Slow:
 * 10 % in a day or three.
 */
const burns = {
  fast: [
    { factor: 14.4, long: '1h', short: '5m' },
    { factor: 6, long: '6h', short: '30m' },
  ],
  slow: [
    { factor: 3, long: '1d', short: '2h' },
    { factor: 1, long: '3d', short: '6h' },
  ],
} as const satisfies Record<string, readonly { factor: number; long: Window; short: Window }[]>;

/** With fewer bad events than this nobody is woken: one of ten requests at night is no trend. */
const badMin = 5;
const hours6 = 6 * 3_600;

const ratioOf = ({ series }: Objective, window: Window) => `${series}:ratio_rate${window}`;
const countOf = ({ series }: Objective) => `${series}:count6h`;

/** Returns the series of an objective: the share of bad events over each window, and their number in six hours. */
export const recordingsOf = (objective: Objective): readonly Recording[] => {
  const { bad, total, labels } = objective;
  const over = (text: string, window: string) => text.replaceAll('$w', window);
  const named = labels ? { labels } : {};
  return [
    ...windows.map((window) => ({
      record: ratioOf(objective, window),
      expr: `((${over(bad, window)}) or vector(0)) / ${over(total, window)}`,
      ...named,
    })),
    { record: countOf(objective), expr: `((${over(bad, '6h')}) or vector(0)) * ${hours6}`, ...named },
  ];
};

/**
 * Returns the expression of an alert on one series of objectives that share their name and are told apart by labels.
 * @param by the labels that tell them apart
 */
export function burnsBudget(
  objectives: readonly Objective[],
  speed: keyof typeof burns,
  by: readonly string[] = [],
): string {
  const on = by.length > 0 ? by.join(', ') : '';
  return objectives
    .map((objective) => {
      const { budget, labels = {} } = objective;
      const matchers = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
      const select = matchers.length > 0 ? `{${matchers.join(',')}}` : '';
      const over = burns[speed].map(({ factor, long, short }) => {
        const limit = Number((factor * budget).toPrecision(4));
        return `(${ratioOf(objective, long)}${select} > ${limit} and on (${on}) ${ratioOf(objective, short)}${select} > ${limit})`;
      });
      return `((${over.join(' or ')}) and on (${on}) ${countOf(objective)}${select} >= ${badMin})`;
    })
    .join('\nor ');
}
