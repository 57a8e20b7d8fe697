import { readFileSync } from 'node:fs';
import { strategies } from '@redline/rule-engine/rewrite';
import { readLabelledSet } from '../labelled-set.ts';
import { measureRewrites } from '../rewrite-measures.ts';
import { rewriteReport } from '../rewrite-report.ts';
import { engineFor } from '../site-folders.ts';

/**
 * Measures the rewrites of the violating texts of a labelled set, by every strategy.
 * @returns lines for a terminal
 */
export function measureSiteRewrites(site: string, set: string): string[] {
  const engine = engineFor(site);
  const violating = readLabelledSet(engine, readFileSync(set, 'utf8')).filter(
    ({ isViolating }) => isViolating,
  );
  return strategies.flatMap((strategy) => {
    const rewrites = measureRewrites(engine, violating, strategy);
    return [
      `${violating.length} violating texts, ${rewrites.length} with a finding`,
      ...rewriteReport(strategy, rewrites),
    ];
  });
}
