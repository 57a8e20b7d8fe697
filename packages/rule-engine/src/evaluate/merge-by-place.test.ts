import { describe, expect, it } from 'vitest';
import { mergeByPlace } from './merge-by-place.ts';

const candidateOf = (id: string, change: object = {}, span = { start: 3, end: 9 }) => ({
  rule: {
    id,
    topic: 'weight_loss_claim',
    risk: 'violation' as const,
    severity: 'medium' as const,
    ...change,
  },
  span,
  source: 'rule' as const,
});

describe('candidates of one topic at one place', () => {
  it('are reported by the most severe rule, which names the others', () => {
    const found = mergeByPlace([
      candidateOf('a'),
      candidateOf('b', { severity: 'high' }),
      candidateOf('c', { severity: 'low' }),
    ]);
    expect(found.map(({ candidate, alsoFoundBy }) => [candidate.rule.id, alsoFoundBy])).toEqual([
      ['b', ['a', 'c']],
    ]);
  });

  it('are reported by a rule rather than the reviewer, whatever their order', () => {
    const model = { ...candidateOf('a'), source: 'model' as const };
    expect(mergeByPlace([model, candidateOf('b')])[0]?.candidate.rule.id).toBe('b');
  });

  it('are not merged with other places, topics or kinds', () => {
    const all = [
      candidateOf('a'),
      candidateOf('b', { topic: 'disease_claim' }),
      candidateOf('c', { risk: 'scene-hint' }),
      candidateOf('d', {}, { start: 3, end: 10 }),
    ];
    expect(mergeByPlace(all)).toHaveLength(4);
  });
});
