import { describe, expect, it } from 'vitest';
import { clearedTogether } from './cleared-together.ts';
import type { JudgedSentence } from './judge-sentence.ts';

const judged = (unlawfulAlone: number, because: string | null, topic = 'disease_claim'): JudgedSentence =>
  ({ rule: { topic }, because, isFound: false, unlawfulAlone }) as JudgedSentence;
const reasons = (...sentences: JudgedSentence[]) => clearedTogether(sentences).map(({ because }) => because);

describe('a sentence that is reported for what stands beside it', () => {
  it('is cleared with that', () => {
    expect(reasons(judged(0.4, null), judged(0.9, 'rejection'))).toEqual(['rejection', 'rejection']);
  });

  it('stands by what it says itself', () => {
    expect(reasons(judged(0.5, null), judged(0.9, 'rejection'))).toEqual([null, 'rejection']);
  });

  it('stands beside something that stands, and beside other topics', () => {
    expect(reasons(judged(0.4, null), judged(0.9, 'rejection'), judged(0.9, null))[0]).toBeNull();
    expect(reasons(judged(0.4, null), judged(0.9, 'rejection', 'weight_loss_claim'))[0]).toBeNull();
  });

  it('stands where a rule has found something, which has not been read by itself', () => {
    const found = { ...judged(0, null), unlawfulAlone: null, isFound: true };
    expect(reasons(found, judged(0.9, 'rejection'))[0]).toBeNull();
    expect(reasons(judged(0.4, null), judged(0.9, 'rejection'), found)[0]).toBeNull();
  });

  it('is not looked for further than two sentences away', () => {
    const lawful = judged(0, null, 'none');
    expect(reasons(judged(0.4, null), lawful, lawful, judged(0.9, 'rejection'))[0]).toBeNull();
  });
});
