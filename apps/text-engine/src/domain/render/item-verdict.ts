import type { ItemVerdict } from '@redline/contracts';
import type { Evaluation } from '@redline/rule-engine/evaluate';

/** Renders the verdict on an item of a batch: its risks counted as its site counts them. */
export function renderItemVerdict(
  { riskLevel, summary, findings }: Evaluation,
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
