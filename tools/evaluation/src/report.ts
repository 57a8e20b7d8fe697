import { describeShare } from '@redline/training/wilson';
import type { Judged, Measures } from './measures.ts';

/** The measures as lines to read: figures first, then each miss and false alarm by id. */
export function reportOf(measures: Measures): string[] {
  return [
    `recall of violating items      ${describeShare(measures.recall)}`,
    ...[...measures.recallByKind].map(([kind, share]) => `  ${kind.padEnd(28)} ${describeShare(share)}`),
    `false alarms on hard negatives ${describeShare(measures.falseAlarmsHard)}`,
    `false alarms on clean copy     ${describeShare(measures.falseAlarmsClean)}`,
    `risk level right               ${describeShare(measures.level)}`,
    `labelled spans touched         ${describeShare(measures.overlap)}`,
    `reported / labelled length     median ${measures.widthMedian.toFixed(2)}`,
    'labelled spans touched, by topic',
    ...[...measures.overlapByTopic].map(([topic, share]) => `  ${topic.padEnd(28)} ${describeShare(share)}`),
    `missed items (${measures.missed.length})`,
    ...measures.missed.map((item) => `  ${item.id}: ${item.labels.map(({ topic }) => topic).join(', ')}`),
    `false alarms (${measures.falseAlarms.length})`,
    ...measures.falseAlarms.map((item) => `  ${item.id} (${item.kind}): ${foundIn(item)}`),
    `labelled spans untouched (${measures.untouched.length})`,
    ...measures.untouched.map(({ id, label }) => `  ${id} ${label.topic}: ${JSON.stringify(label.quote)}`),
    `wrong level (${measures.wrongLevel.length})`,
    ...measures.wrongLevel.map((item) => `  ${item.id}: ${item.riskLevel}, not ${item.level}`),
  ];
}

function foundIn(item: Judged): string {
  return item.violations
    .map(({ ruleId, start, end }) => `${ruleId} ${JSON.stringify(item.text.slice(start, end))}`)
    .join('; ');
}
