import { describe, expect, it } from 'vitest';
import type { Coverage, Detection } from '../detection.ts';
import { coverageOver, framesKeptMax, keptFrames, type Look } from './stored-frames.ts';

const detection = (tier: 'STRICT' | 'SOFT', severity: 'high' | 'low'): Detection => ({
  ...{ detector: 'text', types: ['OCR'], tier, severity, tierLabel: null, tierReason: null },
  ...{ description: {}, matchedText: null },
});
const look = (ocrText: string, ...detections: readonly Detection[]): Look => ({
  detections,
  coverage: [],
  ocrText,
});

describe('frames that a record keeps', () => {
  it('are all where there are few', () => {
    expect(keptFrames([look(''), look('words'), look('', detection('SOFT', 'low'))])).toEqual([0, 1, 2]);
    expect(keptFrames([])).toEqual([]);
  });

  it('are the worst ones where there are many, then those with words, spread over the video', () => {
    const looks = Array.from({ length: 1_000 }, (_, place) => {
      if (place === 999) return look('', detection('STRICT', 'high'));
      if (place % 50 === 0) return look('soft', detection('SOFT', 'low'));
      return look(place % 2 ? 'words' : '');
    });
    const kept = keptFrames(looks);
    expect(kept).toHaveLength(framesKeptMax);
    expect(kept).toEqual(expect.arrayContaining([0, 50, 950, 999]));
    expect(kept.filter((place) => place % 50 !== 0).every((place) => place % 2 === 1)).toBe(true);
    expect(kept.filter((place) => place < 500).length).toBeGreaterThan(40);
  });

  it('hold a refusal however many softer ones there are', () => {
    const looks = Array.from({ length: 500 }, () => look('', detection('SOFT', 'low')));
    looks[251] = look('', detection('STRICT', 'low'));
    expect(keptFrames(looks)).toContain(251);
  });
});

describe('what detectors say over all frames', () => {
  it('is that one failed where it failed on any', () => {
    const of = (status: Coverage['status']): Pick<Look, 'coverage'> => ({
      coverage: [{ detector: 'text', status }],
    });
    expect(coverageOver([of('ran'), of('failed'), of('ran')])).toEqual([
      { detector: 'text', status: 'failed' },
    ]);
    expect(coverageOver([of('not_configured'), of('ran')])).toEqual([{ detector: 'text', status: 'ran' }]);
    expect(coverageOver([])).toEqual([]);
  });

  it('says of how many frames a detector saw how many, where it did not see all', () => {
    const both: Look['coverage'] = [
      { detector: 'text', status: 'ran' },
      { detector: 'vision', status: 'ran' },
    ];
    const looks = [{ coverage: both }, { coverage: both.slice(0, 1) }, { coverage: both }];
    expect(coverageOver(looks)).toEqual([
      { detector: 'text', status: 'ran' },
      { detector: 'vision', status: 'ran', looked: { seen: 2, total: 3 } },
    ]);
  });
});
