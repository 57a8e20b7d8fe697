import { describe, expect, it } from 'vitest';
import type { Considered } from '../judge/candidate.ts';
import type { Finding } from './evaluation.ts';
import { reportedConsidered } from './reported-considered.ts';

const lawful = (changes: Partial<Considered> = {}): Considered => ({
  ruleId: 'us.disease-claim.direct',
  start: 10,
  end: 20,
  because: 'negation',
  ...changes,
});
const findingOf = (ruleId: string, start: number, end: number) => ({ ruleId, start, end }) as Finding;

describe('the considered matches of a record', () => {
  it('are one a place and cause, by its widest match, in text order', () => {
    const considered = [
      lawful({ start: 40, end: 50 }),
      lawful({ start: 12, end: 20, ruleId: 'us.disease-claim.other' }),
      lawful(),
      lawful({ because: 'idiom' }),
    ];
    const reported = reportedConsidered({ considered, findings: [] });
    expect(reported).toEqual([lawful(), lawful({ because: 'idiom' }), lawful({ start: 40, end: 50 })]);
  });

  it('leave out places with a finding of the same topic', () => {
    const findings = [
      findingOf('us.disease-claim.other', 15, 25),
      findingOf('us.green-claim.planet', 40, 50),
    ];
    const considered = [lawful(), lawful({ start: 40, end: 50 })];
    expect(reportedConsidered({ considered, findings })).toEqual([lawful({ start: 40, end: 50 })]);
  });

  it('leave out places with a finding of a policy row of the same topic', () => {
    const finding = { ...findingOf('us.policy.treats-disease', 15, 25), topic: 'disease_claim' };
    expect(reportedConsidered({ considered: [lawful()], findings: [finding] })).toEqual([]);
  });

  it('are bounded', () => {
    const considered = Array.from({ length: 80 }, (_, at) => lawful({ start: at * 10, end: at * 10 + 5 }));
    expect(reportedConsidered({ considered, findings: [] })).toHaveLength(50);
  });
});
