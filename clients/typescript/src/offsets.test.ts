import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePointsOf, segmentsOf, sliceOf } from './offsets.ts';

const text = '🌿 Cures arthritis, guaranteed 😀!';
const place = (words: string, id = words) => {
  const startIndex = text.indexOf(words);
  return { id, startIndex, endIndex: startIndex + words.length };
};
const nowhere = { id: 'nowhere', startIndex: -1, endIndex: -1 };

describe('the words of a finding', () => {
  it('are sliced by UTF-16 offsets, also after an emoji', () => {
    expect(sliceOf(text, place('arthritis'))).toBe('arthritis');
    expect(sliceOf(text, nowhere)).toBeNull();
  });
});

describe('the segments of a text', () => {
  it('end where findings begin and end, each with those that cover it', () => {
    const findings = [place('guaranteed'), place('Cures arthritis'), place('arthritis, guar'), nowhere];
    const shown = segmentsOf(text, findings).map((one) => [one.text, one.findings.map(({ id }) => id)]);
    expect(shown).toEqual([
      ['🌿 ', []],
      ['Cures ', ['Cures arthritis']],
      ['arthritis', ['Cures arthritis', 'arthritis, guar']],
      [', ', ['arthritis, guar']],
      ['guar', ['guaranteed', 'arthritis, guar']],
      ['anteed', ['guaranteed']],
      [' 😀!', []],
    ]);
  });

  it('are the text together, whatever the findings are', () => {
    const place = fc.record({
      startIndex: fc.integer({ min: -1, max: 40 }),
      length: fc.integer({ min: 0, max: 40 }),
    });
    fc.assert(
      fc.property(fc.string(), fc.array(place), (any, places) => {
        const findings = places.map(({ startIndex, length }) => ({
          startIndex,
          endIndex: startIndex + length,
        }));
        const segments = segmentsOf(any, findings);
        expect(segments.map((one) => one.text).join('')).toBe(any);
        for (const segment of segments) {
          expect(segment.text.length).toBeGreaterThan(0);
          const covering = findings.filter(
            ({ startIndex, endIndex }) =>
              startIndex >= 0 &&
              endIndex > startIndex &&
              startIndex < segment.endIndex &&
              endIndex > segment.startIndex,
          );
          expect(segment.findings).toEqual(covering);
        }
      }),
    );
  });
});

describe('the code points of a finding', () => {
  it('count an emoji once', () => {
    const found = codePointsOf(text, place('guaranteed'));
    expect(found).toEqual({ start: 19, end: 29 });
    expect([...text].slice(found?.start, found?.end).join('')).toBe('guaranteed');
    expect(codePointsOf(text, nowhere)).toBeNull();
  });
});
