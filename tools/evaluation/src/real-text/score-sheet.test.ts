import { describe, expect, it } from 'vitest';
import { scoreSheet } from './score-sheet.ts';
import type { Answer, KeyLine } from './sheet-files.ts';

const line = (n: number, changes: Partial<KeyLine>): KeyLine => ({
  n,
  topic: 't',
  sampleOf: [],
  ruleIds: [],
  truth: null,
  ...changes,
});
const key = [
  line(1, { sampleOf: ['current', 'base'] }),
  line(2, { sampleOf: ['base'] }),
  line(3, { sampleOf: ['current'] }),
  line(4, { truth: 'right' }),
  line(5, { truth: 'wrong' }),
];
const reader = (...given: Answer[]) => new Map(given.map((answer, at) => [at + 1, answer]));

describe('the score of a reading', () => {
  it('counts each engine on its own sample, arguable half, planted findings apart', () => {
    const { engines, plantedCaught } = scoreSheet(key, [
      reader('right', 'wrong', 'arguable', 'right', 'arguable'),
    ]);
    expect(engines).toMatchObject([
      { engine: 'current', right: 1, arguable: 1, wrong: 0, wrongShare: { count: 0.5, total: 2 } },
      { engine: 'base', right: 1, arguable: 0, wrong: 1, wrongShare: { count: 1, total: 2 } },
    ]);
    expect(plantedCaught).toMatchObject([{ count: 1, total: 2 }]);
  });

  it('tells how far two readers agree, and how much they left out', () => {
    const one = reader('right', 'wrong', 'wrong');
    expect(scoreSheet(key, [one, one])).toMatchObject({ kappa: 1, unanswered: 4 });
    // They agree on one of three; by chance they would on (1*1 + 2*1 + 0*1) / 9.
    const { kappa, engines } = scoreSheet(key, [one, reader('arguable', 'wrong', 'right')]);
    expect(kappa).toBeCloseTo((1 / 3 - 3 / 9) / (1 - 3 / 9));
    expect(engines[0]?.wrongShare.total).toBe(2);
  });
});
