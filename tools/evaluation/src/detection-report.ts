import { formatShare } from '@redline/training/share';
import type { DetectionMeasures } from './detection-measures.ts';
import type { EvaluatedText } from './evaluate-set.ts';

/** Writes the measures as lines for a terminal: figures first, then each miss and false alarm by id. */
export function detectionReport(measures: DetectionMeasures): string[] {
  return [
    `recall of violating items      ${formatShare(measures.recall)}`,
    ...[...measures.recallByKind].map(([kind, share]) => `  ${kind.padEnd(28)} ${formatShare(share)}`),
    `false alarms on hard negatives ${formatShare(measures.falseAlarmsHardNegative)}`,
    `false alarms on clean copy     ${formatShare(measures.falseAlarmsClean)}`,
    `risk level right               ${formatShare(measures.levelAccuracy)}`,
    `labelled spans touched         ${formatShare(measures.labelsTouched)}`,
    `reported / labelled length     median ${measures.lengthRatioMedian.toFixed(2)}`,
    'labelled spans touched, by topic',
    ...[...measures.labelsTouchedByTopic].map(
      ([topic, share]) => `  ${topic.padEnd(28)} ${formatShare(share)}`,
    ),
    `missed items (${measures.missed.length})`,
    ...measures.missed.map(({ id, labels }) => `  ${id}: ${labels.map(({ topic }) => topic).join(', ')}`),
    `false alarms (${measures.falseAlarms.length})`,
    ...measures.falseAlarms.map((text) => `  ${text.id} (${text.kind}): ${violationsIn(text)}`),
    `labelled spans untouched (${measures.untouched.length})`,
    ...measures.untouched.map(({ id, label }) => `  ${id} ${label.topic}: ${JSON.stringify(label.quote)}`),
    `wrong level (${measures.wrongLevel.length})`,
    ...measures.wrongLevel.map(
      ({ id, riskLevel, expectedLevel }) => `  ${id}: ${riskLevel}, not ${expectedLevel}`,
    ),
  ];
}

function violationsIn({ text, violations }: EvaluatedText): string {
  return violations
    .map(({ ruleId, start, end }) => `${ruleId} ${JSON.stringify(text.slice(start, end))}`)
    .join('; ');
}
