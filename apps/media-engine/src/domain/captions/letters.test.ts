import { describe, expect, it } from 'vitest';
import { isNear, lettersIn, lettersOf, sharedWords } from './letters.ts';

const near = (a: string, b: string) => isNear(lettersOf(a), lettersOf(b));

describe('the letters of a text', () => {
  it('know where they are in it, also where one is several', () => {
    expect(lettersIn('A ﬁt，Ｂ 𠮷!')).toEqual({ text: 'afitb𠮷', origins: [0, 2, 2, 3, 5, 7, 7] });
  });
});

describe('two readings', () => {
  it.each([
    ['This tea cures gout', 'THIS TEA CURES G0UT'.replace('0', 'O')],
    ['This tea cures gout!', 'This tea cures goul'],
    ['这款茶能够根治多年的老胃病', '这款茶能够根治多年的老冒病'],
    ['00:59', '00:58'],
  ])('are of the same words: %s, %s', (a, b) => expect(near(a, b)).toBe(true));

  it.each([
    ['Save 10% today only', 'Save 70% today only'],
    ['Try our red mug now', 'Try our new mug now'],
    ['第一步洗脸', '第二步洗脸'],
    ['code SPRING1', 'code SPRING2'],
    ['5', '12'],
  ])('are of other words: %s, %s', (a, b) => expect(near(a, b)).toBe(false));
});

describe('a line that moves', () => {
  it.each([
    ['free shipping on all or', 'ping on all orders to', 'ping on all or'],
    ['visit our shop on Mainl', 'ot our shop on Main Street', 'our shop on Main'],
    ['全场包邮下单即送', '邮下单即送好礼', '邮下单即送'],
  ])('shares its words with its next reading: %s, %s', (before, now, words) => {
    const [a, b] = [lettersOf(before), lettersOf(now)];
    const shared = sharedWords(a, b);
    const ends = [a.slice(0, shared?.endBefore), b.slice(0, shared?.endNow)];
    for (const end of ends) expect(end.endsWith(lettersOf(words))).toBe(true);
  });

  it.each([
    ['Our herbal tea is great', 'herbal tea is good for you'],
    ['first of all you', 'you will like it'],
  ])('is none of two sentences: %s, %s', (before, now) => {
    expect(sharedWords(lettersOf(before), lettersOf(now))).toBeNull();
  });
});
