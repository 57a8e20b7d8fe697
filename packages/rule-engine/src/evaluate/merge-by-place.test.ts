import { describe, expect, it } from 'vitest';
import { mergeByPlace } from './merge-by-place.ts';

const said = (id: string, change: object = {}, span = { start: 3, end: 9 }) => ({
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

describe('one thing to fix is said once', () => {
  it('lets the gravest rule of a topic speak for a place, and names the others', () => {
    const found = mergeByPlace([said('a'), said('b', { severity: 'high' }), said('c', { severity: 'low' })]);
    expect(found.map(({ said, alsoFoundBy }) => [said.rule.id, alsoFoundBy])).toEqual([['b', ['a', 'c']]]);
  });

  it('prefers a rule to the reviewer, whatever their order', () => {
    const model = { ...said('a'), source: 'model' as const };
    expect(mergeByPlace([model, said('b')])[0]?.said.rule.id).toBe('b');
  });

  it('keeps other places, other topics and other kinds', () => {
    const all = [
      said('a'),
      said('b', { topic: 'disease_claim' }),
      said('c', { risk: 'scene-hint' }),
      said('d', {}, { start: 3, end: 10 }),
    ];
    expect(mergeByPlace(all)).toHaveLength(4);
  });
});
