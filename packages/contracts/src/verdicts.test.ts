import { describe, expect, it } from 'vitest';
import { mediaRiskLevels } from './http/media.ts';
import { severities } from './http/text-checks.ts';
import {
  highestSeverity,
  isPassedByBatch,
  riskLevelOfSeverity,
  riskLevelOfTier,
  riskLevelRanks,
  severityRanks,
  tierOfKind,
  worstRiskLevel,
} from './verdicts.ts';

describe('the verdict policy (document 4, Verdicts)', () => {
  it('ranks severities and verdicts in the order of the contract', () => {
    expect(severities.toSorted((a, b) => severityRanks[b] - severityRanks[a])).toEqual(severities);
    expect(mediaRiskLevels.toSorted((a, b) => riskLevelRanks[a] - riskLevelRanks[b])).toEqual(
      mediaRiskLevels,
    );
  });

  it.each([
    [[], 'safe'],
    [['low'], 'low'],
    [['low', 'high', 'medium'], 'high'],
  ] as const)('takes the highest severity of %j', (found, highest) => {
    expect(highestSeverity(found)).toBe(highest);
  });

  it.each([
    [[], 'PASS'],
    [['PASS', 'REVIEW'], 'REVIEW'],
    [['REVIEW', 'REJECT', 'PASS'], 'REJECT'],
  ] as const)('takes the worst verdict of %j', (levels, worst) => {
    expect(worstRiskLevel(levels)).toBe(worst);
  });

  it.each([
    ['STRICT', 'high', 'REJECT'],
    ['STRICT', 'medium', 'REJECT'],
    ['STRICT', 'low', 'REVIEW'],
    ['SOFT', 'high', 'PASS'],
    ['SOFT', 'low', 'PASS'],
  ] as const)('counts a %s finding of %s severity as %s', (tier, severity, level) => {
    expect(riskLevelOfTier({ tier, severity })).toBe(level);
  });

  it('counts what is said on a site without tiers by its severity alone', () => {
    expect(severities.map(riskLevelOfSeverity)).toEqual(['REJECT', 'REVIEW', 'PASS']);
  });

  it('has a tier for either kind of finding', () => {
    expect([tierOfKind('violation'), tierOfKind('scene-hint')]).toEqual(['STRICT', 'SOFT']);
  });

  it.each([
    ['PASS', true],
    ['REVIEW', true],
    ['REJECT', false],
    ['safe', true],
    ['medium', true],
    ['high', false],
    [null, false],
  ])('passes an item of a batch with %s: %s', (riskLevel, passes) => {
    expect(isPassedByBatch(riskLevel)).toBe(passes);
  });
});
