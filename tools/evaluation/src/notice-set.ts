import { type NoticeIndustry, type NoticeMechanism, noticeBody } from '@redline/contracts';
import type { Notices } from '@redline/rule-engine/notices';
import { describeShare, shareOf } from '@redline/training/wilson';
import { z } from 'zod';

const lineSchema = noticeBody.extend({
  id: z.string(),
  expect: z.object({ mechanisms: z.array(z.string()), industries: z.array(z.string()) }),
});

/** What a labelled question should have been answered, and was. */
export interface JudgedNotice {
  readonly id: string;
  readonly isRight: boolean;
  readonly expected: string;
  readonly answered: string;
}

/**
 * Asks every question of a labelled set, one JSON object a line. It is right when mechanisms and industries are exactly
 * those of the label. Throws an Error with the line number for what is none.
 */
export async function judgeNotices(notices: Notices, jsonl: string): Promise<JudgedNotice[]> {
  const lines = jsonl.split('\n').filter((line) => line.trim() !== '');
  const judged: JudgedNotice[] = [];
  for (const [at, line] of lines.entries()) {
    const parsed = lineSchema.safeParse(JSON.parse(line));
    if (!parsed.success) {
      throw new Error(`line ${at + 1}: ${parsed.error.issues[0]?.path.join('.')} is not as expected`);
    }
    const { id, expect, ...question } = parsed.data;
    const hits = await notices.find(question, new Set(), alone);
    const expected = describe(expect);
    const answered = describe({
      mechanisms: hits.map(({ mechanism }): NoticeMechanism => mechanism),
      industries: hits.flatMap(({ industry }): NoticeIndustry[] => (industry ? [industry] : [])),
    });
    judged.push({ id, isRight: expected === answered, expected, answered });
  }
  return judged;
}

/** Nobody else is served here. */
const alone = { onFailure: () => undefined, turn: async () => undefined };

interface Answer {
  readonly mechanisms: readonly string[];
  readonly industries: readonly string[];
}

const describe = ({ mechanisms, industries }: Answer): string =>
  `${setOf(mechanisms)} of ${setOf(industries)}`;
const setOf = (values: readonly string[]): string => [...new Set(values)].sort().join(', ') || 'none';

/** The figures as lines to read: the share that is right, then each that is not. */
export function noticeReport(judged: readonly JudgedNotice[]): string[] {
  const wrong = judged.filter(({ isRight }) => !isRight);
  return [
    `questions answered right        ${describeShare(shareOf(judged.length - wrong.length, judged.length))}`,
    `wrong answers (${wrong.length})`,
    ...wrong.map(({ id, expected, answered }) => `  ${id}: ${answered}; expected ${expected}`),
  ];
}
