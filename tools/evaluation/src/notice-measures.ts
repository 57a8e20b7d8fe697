import { type NoticeIndustry, type NoticeMechanism, noticeBody } from '@redline/contracts';
import type { Notices } from '@redline/rule-engine/notices';
import { formatShare, shareWhere } from '@redline/training/share';
import { z } from 'zod';

const lineSchema = noticeBody.extend({
  id: z.string(),
  expect: z.object({ mechanisms: z.array(z.string()), industries: z.array(z.string()) }),
});

/** The labelled answer to a question, and the engine's. */
export interface AnsweredQuestion {
  readonly id: string;
  readonly isRight: boolean;
  readonly expected: string;
  readonly actual: string;
}

/** A model is not configured here, and no other caller waits. */
const options = { onFailure: () => undefined, turn: async () => undefined };

/**
 * Answers every question of a labelled set, one JSON object a line. An answer is right when its mechanisms and industries
 * are exactly those of the label. Throws an Error with the number of a line that is not as expected.
 */
export async function answerQuestions(notices: Notices, jsonl: string): Promise<AnsweredQuestion[]> {
  const lines = jsonl.split('\n').filter((line) => line.trim() !== '');
  const answered: AnsweredQuestion[] = [];
  for (const [at, line] of lines.entries()) {
    const parsed = lineSchema.safeParse(JSON.parse(line));
    if (!parsed.success) {
      throw new Error(`line ${at + 1}: ${parsed.error.issues[0]?.path.join('.')} is not as expected`);
    }
    const { id, expect, ...question } = parsed.data;
    const found = await notices.find(question, new Set(), options);
    const expected = formatAnswer(expect);
    const actual = formatAnswer({
      mechanisms: found.map(({ mechanism }): NoticeMechanism => mechanism),
      industries: found.flatMap(({ industry }): NoticeIndustry[] => (industry ? [industry] : [])),
    });
    answered.push({ id, isRight: expected === actual, expected, actual });
  }
  return answered;
}

interface Answer {
  readonly mechanisms: readonly string[];
  readonly industries: readonly string[];
}

const formatAnswer = ({ mechanisms, industries }: Answer): string =>
  `${formatSet(mechanisms)} of ${formatSet(industries)}`;
const formatSet = (values: readonly string[]): string => [...new Set(values)].sort().join(', ') || 'none';

/** Writes the figures as lines for a terminal: the share of right answers, then each wrong one. */
export function noticeReport(answered: readonly AnsweredQuestion[]): string[] {
  const wrong = answered.filter(({ isRight }) => !isRight);
  return [
    `questions answered right        ${formatShare(shareWhere(answered, ({ isRight }) => isRight))}`,
    `wrong answers (${wrong.length})`,
    ...wrong.map(({ id, expected, actual }) => `  ${id}: ${actual}; expected ${expected}`),
  ];
}
