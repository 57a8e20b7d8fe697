import { describe, expect, it } from 'vitest';
import type { PolicyRow } from '../pack/pack.ts';
import { type Asked, type ClaimWithCell, decide } from './decide.ts';
import { sampleRow } from './samples.ts';

const claim = (row: PolicyRow, made: number, mentioned = 0): ClaimWithCell => ({
  name: [...row.claims][0] ?? '',
  made,
  mentioned,
  state: made >= 0.5 && made > mentioned ? 'made' : mentioned >= 0.5 ? 'mentioned' : 'absent',
  cell: { row, good: null, others: [] },
});
const disease = sampleRow({ id: 'disease' });
const income = sampleRow({ id: 'income', claims: ['income'], topic: 'earnings_claim' });
const looks = sampleRow({ id: 'looks', claims: ['looks_better'], outcome: 'lawful' });
const decision = (claims: ClaimWithCell[], asked: Partial<Asked> = {}) =>
  decide({ claims, isReported: true, isSure: true, topicProbability: () => 0, ...asked });
const rowOf = (made: ReturnType<typeof decision>) =>
  'cell' in made ? [made.kind, made.cell.row.id] : [made.kind];

describe('a sentence that the law head reports', () => {
  it('is a finding of the row of its most probable claim', () => {
    expect(rowOf(decision([claim(disease, 0.6), claim(income, 0.5)]))).toEqual(['row', 'disease']);
  });

  it('prefers the claim whose topic the law head names', () => {
    const topicProbability = (topic: string) => (topic === 'earnings_claim' ? 0.9 : 0.1);
    expect(rowOf(decision([claim(disease, 0.6), claim(income, 0.3)], { topicProbability }))).toEqual([
      'row',
      'income',
    ]);
  });

  it('is lawful where all that it claims may be said of what is sold', () => {
    expect(rowOf(decision([claim(looks, 0.9), claim(disease, 0.2)]))).toEqual(['policy', 'looks']);
  });

  it('is a finding of its topic where the table does not know the claim', () => {
    expect(rowOf(decision([claim(disease, 0.1), claim(income, 0.2, 0.9)]))).toEqual(['topic']);
  });
});

describe('a sentence that the law head reports too often in vain', () => {
  const unsure = { isSure: false };

  it('is no finding, of a row or of its topic', () => {
    expect(rowOf(decision([claim(disease, 0.6)], unsure))).toEqual(['nothing']);
    expect(rowOf(decision([], unsure))).toEqual(['nothing']);
  });

  it('is lawful where all that it claims may be said of what is sold', () => {
    expect(rowOf(decision([claim(looks, 0.9)], unsure))).toEqual(['policy', 'looks']);
  });
});

describe('a sentence that the law head does not report', () => {
  const below = { isReported: false };

  it('is none, however probable a claim is that the law forbids', () => {
    expect(rowOf(decision([claim(disease, 0.95)], below))).toEqual(['nothing']);
  });

  it('is considered where a claim that the law forbids is only mentioned', () => {
    expect(rowOf(decision([claim(disease, 0.3, 0.7)], below))).toEqual(['mentioned', 'disease']);
    expect(rowOf(decision([claim(looks, 0.3, 0.7)], below))).toEqual(['nothing']);
  });
});
