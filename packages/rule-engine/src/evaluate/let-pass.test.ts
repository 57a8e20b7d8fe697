import { describe, expect, it } from 'vitest';
import type { Considered, Finding } from './evaluation.ts';
import { explainer, reportedConsidered } from './let-pass.ts';

const passed = (changes: Partial<Considered> = {}): Considered => ({
  ruleId: 'us.disease-claim.direct',
  start: 10,
  end: 20,
  because: 'negation',
  ...changes,
});
const risk = (ruleId: string, start: number, end: number) => ({ ruleId, start, end }) as Finding;

describe('what is shown of what was let pass', () => {
  it('is each place once for each reason, by its widest hit, in text order', () => {
    const considered = [
      passed({ start: 40, end: 50 }),
      passed({ start: 12, end: 20, ruleId: 'us.disease-claim.other' }),
      passed(),
      passed({ because: 'idiom' }),
    ];
    const shown = reportedConsidered({ considered, findings: [] });
    expect(shown).toEqual([passed(), passed({ because: 'idiom' }), passed({ start: 40, end: 50 })]);
  });

  it('is nothing that a risk of the same topic stands on', () => {
    const findings = [risk('us.disease-claim.other', 15, 25), risk('us.green-claim.planet', 40, 50)];
    const considered = [passed(), passed({ start: 40, end: 50 })];
    expect(reportedConsidered({ considered, findings })).toEqual([passed({ start: 40, end: 50 })]);
  });

  it('is bounded', () => {
    const considered = Array.from({ length: 80 }, (_, at) => passed({ start: at * 10, end: at * 10 + 5 }));
    expect(reportedConsidered({ considered, findings: [] })).toHaveLength(50);
  });
});

describe('the reason', () => {
  const wording = { category: { 'en-US': 'Price of $&' }, suggestion: {}, legalRef: {} };
  const explain = explainer({
    wordings: new Map([['us.disease-claim.direct', { ...wording, tierReason: null, insert: null }]]),
    reasons: new Map([['us', new Map([['negation', { 'en-US': 'Reads like “{category}”, but denied.' }]])]]),
  });

  it('is a sentence that says what it looked like, one object for the same rule and reason', () => {
    const [first, second] = explain([passed(), passed({ start: 30 })], 'us');
    expect(first?.reason).toEqual({ 'en-US': 'Reads like “Price of $&”, but denied.' });
    expect(second?.reason).toBe(first?.reason);
  });

  it('is never left out', () => {
    expect(() => explain([passed({ because: 'whim' })], 'us')).toThrow('whim');
  });
});
