import { describe, expect, it } from 'vitest';
import { type ComparedSum, differing, sentenceOf } from './audit-sums.ts';

const sum = (kind: ComparedSum['kind'], key: string, expected = 1, actual = 2): ComparedSum => ({
  ...{ kind, key, expected, actual },
});

describe('sums of an audit', () => {
  it('differ if they are not equal, in either direction', () => {
    const [less, equal, more] = [sum('grant', 'a', 1, 2), sum('grant', 'b', 2, 2), sum('grant', 'c', 3, 2)];
    expect(differing([less, equal, more])).toEqual([less, more]);
  });

  it.each([
    [sum('grant', 'grant_1'), 'grant grant_1: remaining is 2, its entries sum to 1'],
    [
      sum('usage', 'acct_1/us/2026-11-01/text_check'),
      'usage of acct_1 on us in 2026-11: text_check counts 2, its lines say 1',
    ],
    [sum('trial', 'acct_1/duanju'), 'product line duanju of acct_1: 2 trial uses, its lines say 1'],
  ])('are told in a sentence: %#', (compared, sentence) => expect(sentenceOf(compared)).toBe(sentence));
});
