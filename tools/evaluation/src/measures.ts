import type { Finding } from '@redline/rule-engine/evaluate';
import { type Share, shareOf } from '@redline/training/wilson';

/** A stretch of the text that must be found. */
export interface Label {
  readonly quote: string;
  readonly topic: string;
}

/** A labelled text and what the engine made of it. */
export interface Judged {
  readonly id: string;
  /** `plain`, `evasion`, `cross_sentence` are violating; `hard_negative`, `clean` are not. */
  readonly kind: string;
  readonly text: string;
  readonly violation: boolean;
  /** `safe` for none. */
  readonly level: string;
  readonly labels: readonly Label[];
  readonly riskLevel: string;
  readonly violations: readonly Pick<Finding, 'ruleId' | 'alsoFoundBy' | 'start' | 'end'>[];
}

export interface Measures {
  readonly recall: Share;
  readonly falseAlarmsHard: Share;
  readonly falseAlarmsClean: Share;
  readonly level: Share;
  readonly recallByKind: ReadonlyMap<string, Share>;
  /** Share of labelled quotes of a topic that a reported violation touches. */
  readonly overlapByTopic: ReadonlyMap<string, Share>;
  readonly overlap: Share;
  /** Median of reported length / label length, over pairs that touch. */
  readonly widthMedian: number;
  readonly missed: readonly Judged[];
  readonly falseAlarms: readonly Judged[];
  readonly wrongLevel: readonly Judged[];
  readonly untouched: readonly { readonly id: string; readonly label: Label }[];
}

/** Computes every measure of the labelled-copy README over judged items. */
export function measure(items: readonly Judged[]): Measures {
  const violating = items.filter((item) => item.violation);
  const lawful = items.filter((item) => !item.violation);
  const touches = violating.flatMap((item) =>
    item.labels.map((label) => ({ item, label, widths: widthsOf(item, label) })),
  );
  const alarms = (kind: string): Share => flagged(lawful.filter((item) => item.kind === kind));
  return {
    recall: flagged(violating),
    falseAlarmsHard: alarms('hard_negative'),
    falseAlarmsClean: alarms('clean'),
    level: shareOf(items.filter((item) => item.riskLevel === item.level).length, items.length),
    recallByKind: grouped(violating, (item) => item.kind, flagged),
    overlapByTopic: grouped(touches, ({ label }) => label.topic, touched),
    overlap: touched(touches),
    widthMedian: median(touches.flatMap(({ widths }) => widths)),
    missed: violating.filter((item) => item.violations.length === 0),
    falseAlarms: lawful.filter((item) => item.violations.length > 0),
    wrongLevel: items.filter((item) => item.riskLevel !== item.level),
    untouched: touches
      .filter(({ widths }) => widths.length === 0)
      .map(({ item, label }) => ({ id: item.id, label })),
  };
}

function flagged(items: readonly Judged[]): Share {
  return shareOf(items.filter((item) => item.violations.length > 0).length, items.length);
}

function touched(touches: readonly { readonly widths: readonly number[] }[]): Share {
  return shareOf(touches.filter(({ widths }) => widths.length > 0).length, touches.length);
}

/** Reported length over label length of every violation that touches the label. */
function widthsOf(item: Judged, label: Label): number[] {
  const start = item.text.indexOf(label.quote);
  const end = start + label.quote.length;
  return item.violations
    .filter((violation) => violation.start < end && violation.end > start)
    .map((violation) => (violation.end - violation.start) / label.quote.length);
}

function grouped<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  shareOfGroup: (group: readonly T[]) => Share,
): Map<string, Share> {
  const groups = Map.groupBy(items, keyOf);
  return new Map(
    [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, group]) => [key, shareOfGroup(group)]),
  );
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return 0;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
