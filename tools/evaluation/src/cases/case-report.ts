import { formatShare } from '@redline/training/share';
import { type CaseMeasures, isFlagged, type JudgedCase, judgedSpans } from './case-measures.ts';
import type { Paired, PairedMeasures } from './paired.ts';

const rows = [
  ['violating texts found', 'recall'],
  ['lawful texts flagged', 'lawfulFlagged'],
  ['labelled spans touched', 'spansTouched'],
  ['right topic, of these', 'rightTopic'],
  ['right level, of found texts', 'rightLevel'],
] as const;

/** Writes the measures of cases as lines for a terminal. */
export const measureLines = (measures: CaseMeasures): string[] =>
  rows.map(([name, field]) => `${name.padEnd(30)} ${formatShare(measures[field])}`);

/** Writes a line for each topic. */
export const topicLines = (topics: ReadonlyMap<string, CaseMeasures>): string[] => [
  'by topic: texts found; spans touched; right topic; lawful texts near it flagged',
  ...[...topics].map(([topic, { recall, spansTouched, rightTopic, lawfulFlagged }]) => {
    const shares = [recall, spansTouched, rightTopic, lawfulFlagged].map((share) =>
      share.total === 0 ? '-' : formatShare(share),
    );
    return `  ${topic.padEnd(30)} ${shares.join('; ')}`;
  }),
];

/** Writes how this checkout does beside another commit. */
export const pairedLines = ({ violating, lawful, spans }: PairedMeasures): string[] => [
  `beside the base, violating texts ${pairedLine(violating)}`,
  `beside the base, lawful texts    ${pairedLine(lawful)}`,
  `beside the base, spans           ${pairedLine(spans)}`,
];

/** Lists what went wrong, by id: for texts that do not measure only. */
export function missLines(cases: readonly JudgedCase[]): string[] {
  const missed = cases.filter((judged) => !judged.one.lawful && !isFlagged(judged));
  const alarms = cases.filter((judged) => judged.one.lawful && isFlagged(judged));
  const untouched = cases.flatMap(judgedSpans).filter(({ isTouched }) => !isTouched);
  return [
    `missed texts (${missed.length})`,
    ...missed.map(
      ({ one }) => `  ${one.id} ${one.spans.map(({ topic }) => topic).join(', ')}: ${one.claim ?? ''}`,
    ),
    `lawful texts flagged (${alarms.length})`,
    ...alarms.map(({ one, verdict }) => {
      const found = verdict.violations.map(
        ({ ruleId, start, end }) => `${ruleId} ${JSON.stringify(one.text.slice(start, end))}`,
      );
      return `  ${one.id}: ${found.join('; ')}`;
    }),
    `labelled spans untouched (${untouched.length})`,
    ...untouched.map(({ id, topic }) => `  ${id} ${topic}`),
  ];
}

const pairedLine = ({ wins, losses, p }: Paired): string =>
  `${wins} won, ${losses} lost, p = ${p.toFixed(4)}`;
