import { shareOf } from '@redline/training/share';
import { describe, expect, it } from 'vitest';
import { measureDetection } from './detection-measures.ts';
import { detectionPage } from './detection-page.ts';
import type { EvaluatedText } from './evaluate-set.ts';

const item = (id: string, kind: string, isFound: boolean): EvaluatedText => ({
  id,
  kind,
  text: 'it cures gout today',
  isViolating: true,
  expectedLevel: 'high',
  labels: [{ quote: 'cures gout', topic: 'disease_claim' }],
  riskLevel: isFound ? 'high' : 'safe',
  violations: isFound ? [{ ruleId: 'r', alsoFoundBy: [], start: 3, end: 13 }] : [],
});
const site = (name: string, items: readonly EvaluatedText[]) => ({
  site: name,
  version: '1.0.0',
  contentHash: 'abcdef0123456789',
  rules: 7,
  texts: items.length,
  measures: measureDetection(items),
  rewrites: new Map([
    ['precise', { accepted: shareOf(1, 2), sentencesKept: shareOf(3, 4), factsKept: shareOf(1, 1) }],
  ]),
});

describe('the page of figures', () => {
  const sites = [
    site('us', [item('a', 'evasion', true), item('b', 'plain', true)]),
    site('id', [item('c', 'evasion', false), item('d', 'evasion', true)]),
  ];

  it('names date, packs and hashes, and gives every share with its interval', () => {
    const page = detectionPage('2026-11-21', sites, null);
    expect(page).toContain('on 2026-11-21');
    expect(page).toContain('| pack | 1.0.0, `abcdef012345` | 1.0.0, `abcdef012345` |');
    expect(page).toContain(
      '| violating texts found | 1.000 [0.342, 1.000] (2/2) | 0.500 [0.095, 0.905] (1/2) |',
    );
    expect(page).toContain('| rewrites accepted, precise | 0.500 [0.095, 0.905] (1/2) |');
    expect(page).toContain('| median reported length / label | 1.00 | 1.00 |');
    expect(page).not.toContain('notices');
  });

  it('pools the counts of all sites', () => {
    expect(detectionPage('2026-11-21', sites, null)).toContain(
      '| of these, evasion | 0.667 [0.208, 0.939] (2/3) |',
    );
  });

  it('has the notices where they were measured', () => {
    const notices = { contentHash: 'fedcba9876543210', right: shareOf(20, 20) };
    expect(detectionPage('2026-11-21', sites, notices)).toContain(
      'labelled mechanisms and industries (`fedcba987654`): 1.000 [0.839, 1.000] (20/20).',
    );
  });
});
