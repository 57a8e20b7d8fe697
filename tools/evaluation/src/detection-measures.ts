import { type Share, shareWhere } from '@redline/training/share';
import type { EvaluatedText } from './evaluate-set.ts';
import type { Label } from './labelled-set.ts';

/** How well an engine finds what a labelled set says. */
export interface DetectionMeasures {
  /** Violating texts in which any violation was found. */
  readonly recall: Share;
  readonly recallByKind: ReadonlyMap<string, Share>;
  /** Lawful texts in which one was found. */
  readonly falseAlarmsHardNegative: Share;
  readonly falseAlarmsClean: Share;
  /** Texts whose risk level is the labelled one. */
  readonly levelAccuracy: Share;
  /** Labelled quotes that a violation touches. */
  readonly labelsTouched: Share;
  readonly labelsTouchedByTopic: ReadonlyMap<string, Share>;
  /** Median of found length by labelled length, over violations that touch a label. */
  readonly lengthRatioMedian: number;
  readonly missed: readonly EvaluatedText[];
  readonly falseAlarms: readonly EvaluatedText[];
  readonly wrongLevel: readonly EvaluatedText[];
  readonly untouched: readonly { readonly id: string; readonly label: Label }[];
}

/** Computes the measures of evaluated texts. */
export function measureDetection(texts: readonly EvaluatedText[]): DetectionMeasures {
  const violating = texts.filter(({ isViolating }) => isViolating);
  const lawful = texts.filter(({ isViolating }) => !isViolating);
  const labels = violating.flatMap((text) =>
    text.labels.map((label) => ({ id: text.id, label, lengthRatios: lengthRatios(text, label) })),
  );
  const falseAlarmsOf = (kind: string): Share => flagged(lawful.filter((text) => text.kind === kind));
  return {
    recall: flagged(violating),
    recallByKind: byGroup(violating, ({ kind }) => kind, flagged),
    falseAlarmsHardNegative: falseAlarmsOf('hard_negative'),
    falseAlarmsClean: falseAlarmsOf('clean'),
    levelAccuracy: shareWhere(texts, ({ riskLevel, expectedLevel }) => riskLevel === expectedLevel),
    labelsTouched: touched(labels),
    labelsTouchedByTopic: byGroup(labels, ({ label }) => label.topic, touched),
    lengthRatioMedian: median(labels.flatMap((one) => one.lengthRatios)),
    missed: violating.filter((text) => !isFlagged(text)),
    falseAlarms: lawful.filter(isFlagged),
    wrongLevel: texts.filter(({ riskLevel, expectedLevel }) => riskLevel !== expectedLevel),
    untouched: labels.filter((one) => one.lengthRatios.length === 0).map(({ id, label }) => ({ id, label })),
  };
}

const isFlagged = ({ violations }: EvaluatedText): boolean => violations.length > 0;

const flagged = (texts: readonly EvaluatedText[]): Share => shareWhere(texts, isFlagged);

const touched = (labels: readonly { readonly lengthRatios: readonly number[] }[]): Share =>
  shareWhere(labels, (label) => label.lengthRatios.length > 0);

/** Returns found length by labelled length of every violation that touches the label. */
function lengthRatios({ text, violations }: EvaluatedText, { quote }: Label): number[] {
  const start = text.indexOf(quote);
  const end = start + quote.length;
  return violations
    .filter((violation) => violation.start < end && violation.end > start)
    .map((violation) => (violation.end - violation.start) / quote.length);
}

function byGroup<T>(
  items: readonly T[],
  groupOf: (item: T) => string,
  measure: (group: readonly T[]) => Share,
): Map<string, Share> {
  const groups = [...Map.groupBy(items, groupOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(groups.map(([name, group]) => [name, measure(group)]));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return 0;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
