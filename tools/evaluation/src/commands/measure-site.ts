import { readFileSync } from 'node:fs';
import { engineOf } from '@redline/rule-engine/evaluate';
import { loadPackWithExamples } from '@redline/rule-engine/load';
import { measureDetection } from '../detection-measures.ts';
import { detectionReport } from '../detection-report.ts';
import { evaluateExamples, evaluateSet } from '../evaluate-set.ts';
import { packFolderOf } from '../site-folders.ts';

/**
 * Measures a site's pack.
 * @param set file of labelled texts; the examples of the rules are measured without one
 * @returns lines for a terminal
 */
export function measureSite(site: string, set: string | undefined): string[] {
  const loaded = loadPackWithExamples(packFolderOf(site));
  const { pack, examples } = loaded;
  const engine = engineOf(loaded);
  const evaluated =
    set === undefined ? evaluateExamples(engine, examples) : evaluateSet(engine, readFileSync(set, 'utf8'));
  const source = set === undefined ? "the rules' own examples" : 'a labelled set';
  return [
    `${site} ${pack.meta.version}: ${pack.rules.length} rules, ${evaluated.length} items of ${source}`,
    ...detectionReport(measureDetection(evaluated)),
  ];
}
