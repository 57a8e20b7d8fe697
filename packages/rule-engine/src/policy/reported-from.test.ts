import { describe, expect, it } from 'vitest';
import { reportedFrom } from './reported-from.ts';

describe('the probability from which on a sentence may be reported', () => {
  it('rises with the sentences of a text, and never falls below the site’s', () => {
    expect([1, 6, 13, 20, 60].map((sentences) => reportedFrom(0.5, sentences))).toEqual([
      0.5, 0.5, 0.625, 0.75, 0.75,
    ]);
    expect(reportedFrom(0.9, 60)).toBe(0.9);
  });
});
