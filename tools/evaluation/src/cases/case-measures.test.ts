import { describe, expect, it } from 'vitest';
import { type JudgedCase, measureCases, measureTopics } from './case-measures.ts';
import { pairCases, pairedOf } from './paired.ts';
import { sampleCase } from './sample-case.ts';

const violation = { ruleId: 'r', topic: 'disease_claim', severity: 'high', source: 'rule', says: 'x' };
const judged = (
  changes: Parameters<typeof sampleCase>[0],
  found: readonly [topic: string, start: number, end: number][],
  riskLevel = 'high',
): JudgedCase => ({
  one: sampleCase(changes),
  expectedLevel: 'high',
  verdict: {
    id: 'us-0001',
    riskLevel,
    violations: found.map(([topic, start, end]) => ({ ...violation, topic, start, end })),
  },
});
// "Our drops cure gout. 30 ml.": the quote is from 10 to 19.
const right = judged({}, [['disease_claim', 10, 14]]);
const otherTopic = judged({}, [['cbd', 15, 19]], 'medium');
const aside = judged({}, [['cbd', 0, 3]]);
const missed = judged({}, []);
const lawful = judged({ lawful: true, near: 'cbd' }, []);
const alarm = judged({ lawful: true, near: 'cbd' }, [['cbd', 0, 3]]);

describe('the measures of cases', () => {
  it('tell apart that a text, its quote, its topic and its level were found', () => {
    const measures = measureCases([right, otherTopic, aside, missed, lawful, alarm]);
    expect(measures.recall).toMatchObject({ count: 3, total: 4 });
    expect(measures.lawfulFlagged).toMatchObject({ count: 1, total: 2 });
    expect(measures.spansTouched).toMatchObject({ count: 2, total: 4 });
    expect(measures.rightTopic).toMatchObject({ count: 1, total: 2 });
    expect(measures.rightLevel).toMatchObject({ count: 2, total: 3 });
  });

  it('count a lawful text under the topic it comes close to', () => {
    const topics = measureTopics([right, missed, alarm, lawful]);
    expect(topics.get('disease_claim')?.recall).toMatchObject({ count: 1, total: 2 });
    expect(topics.get('cbd')?.lawfulFlagged).toMatchObject({ count: 1, total: 2 });
  });
});

describe('two engines on the same cases', () => {
  it('are compared where exactly one of them is right', () => {
    const paired = pairCases([right, aside, lawful], [missed, right, alarm]);
    expect(paired.violating).toMatchObject({ wins: 1, losses: 0 });
    expect(paired.lawful).toMatchObject({ wins: 1, losses: 0 });
    expect(paired.spans).toMatchObject({ wins: 1, losses: 1 });
  });

  it('differ by chance as the binomial distribution says', () => {
    const pairs = (wins: number, losses: number) =>
      Array.from({ length: wins + losses }, (_, at) => [at < wins, at >= wins] as const);
    expect(pairedOf(pairs(5, 0)).p).toBeCloseTo(0.0625);
    expect(pairedOf(pairs(8, 2)).p).toBeCloseTo(0.109375);
    expect(pairedOf([]).p).toBe(1);
    expect(pairedOf(pairs(3, 3)).p).toBe(1);
  });
});
