import { describe, expect, it } from 'vitest';
import { reportedFrom } from './reported-from.ts';

describe('the probability from which on a sentence may be reported', () => {
  it('rises with the sentences of a text, and never falls below the site’s', () => {
    expect([1, 4, 8, 12, 60].map((sentences) => reportedFrom(0.45, sentences))).toEqual([
      0.45, 0.45, 0.65, 0.85, 0.85,
    ]);
    expect(reportedFrom(0.9, 60)).toBe(0.9);
  });
});
