import { expect, it } from 'vitest';
import type { Verdict, Violation } from '../asking/question.ts';
import { changeLines, changesBetween } from './changes.ts';

const found = (topic: string, start: number, end: number, ruleId = `us.${topic}.learned`): Violation => ({
  ruleId,
  topic,
  severity: 'high',
  source: 'rule',
  start,
  end,
  says: topic,
});
const verdicts = (...all: readonly [string, string, ...Violation[]][]): ReadonlyMap<string, Verdict> =>
  new Map(all.map(([id, riskLevel, ...violations]) => [id, { id, riskLevel, violations }]));

it('says what is judged otherwise, by verdict, topic and text, and repeats no word of a text', () => {
  const before = verdicts(
    ['a', 'high', found('cure', 0, 10)],
    ['b', 'safe'],
    ['c', 'high', found('cure', 5, 9), found('income', 20, 30)],
    ['d', 'safe'],
  );
  const after = verdicts(
    ['a', 'high', found('cure', 2, 8, 'us.cure.treats')],
    ['b', 'low', found('rank', 3, 7)],
    ['c', 'high', found('cure', 5, 9)],
    ['d', 'safe'],
  );
  expect(changeLines(changesBetween(before, after), 4, 1)).toEqual([
    '4 texts, 2 judged otherwise',
    '  verdict safe → low: 1',
    '  found now rank: 1',
    '  no longer found income: 1',
    'b safe → low +us.rank.learned[3-7]',
    '… 1 more',
  ]);
});

it('finds nothing between the same verdicts', () => {
  const same = verdicts(['a', 'high', found('cure', 0, 10)]);
  expect(changesBetween(same, same)).toEqual([]);
});
