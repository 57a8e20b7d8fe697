import type { ItemVerdict } from '@redline/contracts';
import type { Judgment } from '@redline/rule-engine/evaluate';

/** What a batch shows of a text that was judged: its risks counted as its site counts them. */
export function itemVerdict(
  { riskLevel, summary, findings }: Judgment,
  siteKind: 'main' | 'international',
): ItemVerdict {
  const { violation, sceneHint, custom, semantic } = summary;
  const riskCount = violation + sceneHint;
  if (siteKind === 'international') return { riskLevel, riskCount, summary: { violation, sceneHint } };
  const count = (tier: 'STRICT' | 'SOFT') => findings.filter((found) => found.tier === tier).length;
  return {
    riskLevel,
    riskCount,
    summary: { strict: count('STRICT'), soft: count('SOFT'), custom, semantic },
  };
}
