import type { Verdict, Violation } from '../asking/question.ts';

/** How the verdict on a text differs between two engines. It holds no word of the text. */
export interface VerdictChange {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly lost: readonly Violation[];
  readonly gained: readonly Violation[];
}

/** Compares the verdicts of two engines on the same texts: those that differ in level or in a violation. */
export function changesBetween(
  before: ReadonlyMap<string, Verdict>,
  after: ReadonlyMap<string, Verdict>,
): VerdictChange[] {
  return [...before.values()].flatMap((old) => {
    const now = after.get(old.id);
    if (!now) return [];
    const [lost, gained] = [notIn(old.violations, now.violations), notIn(now.violations, old.violations)];
    const isSame = old.riskLevel === now.riskLevel && lost.length === 0 && gained.length === 0;
    return isSame ? [] : [{ id: old.id, from: old.riskLevel, to: now.riskLevel, lost, gained }];
  });
}

/** Lists violations without one of the same topic at the same words: which rule says so is no matter to whoever reads it. */
const notIn = (some: readonly Violation[], others: readonly Violation[]): Violation[] =>
  some.filter(
    ({ topic, start, end }) =>
      !others.some((other) => other.topic === topic && other.start < end && start < other.end),
  );

/**
 * Describes changes for a terminal: verdicts by their levels before and after, violations by topic, then each text by its
 * id, with offsets and never its words.
 * @param shown texts that are listed
 */
export function changeLines(changes: readonly VerdictChange[], texts: number, shown: number): string[] {
  const levels = countsOf(
    changes.filter(({ from, to }) => from !== to).map(({ from, to }) => `${from} → ${to}`),
  );
  return [
    `${texts} texts, ${changes.length} judged otherwise`,
    ...levels.map(([level, count]) => `  verdict ${level}: ${count}`),
    ...countsOf(changes.flatMap(({ gained }) => gained.map(({ topic }) => topic))).map(
      ([topic, count]) => `  found now ${topic}: ${count}`,
    ),
    ...countsOf(changes.flatMap(({ lost }) => lost.map(({ topic }) => topic))).map(
      ([topic, count]) => `  no longer found ${topic}: ${count}`,
    ),
    ...changes
      .slice(0, shown)
      .map(({ id, from, to, lost, gained }) =>
        [
          `${id} ${from} → ${to}`,
          ...lost.map((one) => `-${placeOf(one)}`),
          ...gained.map((one) => `+${placeOf(one)}`),
        ].join(' '),
      ),
    ...(changes.length > shown ? [`… ${changes.length - shown} more`] : []),
  ];
}

const placeOf = ({ ruleId, start, end }: Violation): string => `${ruleId}[${start}-${end}]`;

/** Counts values, the most frequent first. */
const countsOf = (values: readonly string[]): [string, number][] =>
  [...Map.groupBy(values, (value) => value)]
    .map(([value, some]): [string, number] => [value, some.length])
    .sort((a, b) => b[1] - a[1]);
