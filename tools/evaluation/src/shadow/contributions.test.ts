import { describe, expect, it } from 'vitest';
import { engineFor } from '../site-folders.ts';
import { contributionsOf } from './contributions.ts';

const selection = { platform: 'dtc_us', vertical: 'general', medium: 'text' };
/** Without a reader nothing but rules finds anything. */
const engine = { ...engineFor('us'), reader: null };
const found = 'Our drops cure arthritis in two weeks.';

describe('what a rule of phrases adds', () => {
  const of = (isViolating: boolean, text: string) => ({
    ...{ id: 'one', kind: 'plain', text, selection, isViolating, expectedLevel: 'high' },
    labels: isViolating ? [{ quote: 'cure arthritis', topic: 'disease_claim' }] : [],
  });
  const adding = (one: ReturnType<typeof of>) =>
    contributionsOf(engine, [one]).filter(
      ({ found, quotes, flagged }) => found.length + quotes.length + flagged.length > 0,
    );

  it('is the texts and quotes that nothing else finds', () => {
    const rules = adding(of(true, found));
    expect(rules.length).toBeGreaterThan(0);
    expect(rules.every(({ found, flagged }) => found[0] === 'one' && flagged.length === 0)).toBe(true);
    expect(rules.some(({ quotes }) => quotes[0] === 'one')).toBe(true);
  });

  it('is the lawful texts that nothing else flags', () => {
    expect(
      adding(of(false, found)).every(({ found, flagged }) => found.length === 0 && flagged[0] === 'one'),
    ).toBe(true);
  });

  it('is nothing where nothing is found', () => {
    expect(adding(of(true, 'A linen towel.'))).toEqual([]);
  });
});
