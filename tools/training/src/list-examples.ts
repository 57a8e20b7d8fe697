import { engineOf, exampleOf } from '@redline/rule-engine/evaluate';
import { loadPackWithExamples } from '@redline/rule-engine/load';
import { corpusSites, packFolderOf } from './site-files.ts';

/**
 * Prints the examples of violations of all packs for the training, which is in Python: a JSON object a line with site,
 * topic, whether the rule finds the text, and the text. Left out is what no reader can tell by the text: titles,
 * statements that are missing, disguised words.
 */
for (const site of corpusSites) {
  const source = loadPackWithExamples(packFolderOf(site));
  const engine = engineOf(source);
  for (const rule of source.pack.rules) {
    if (rule.risk !== 'violation' || rule.where === 'title' || rule.disguised) continue;
    if (rule.finder.kind === 'missing') continue;
    const { hit = [], miss = [] } = source.examples.get(rule.id) ?? {};
    for (const [list, isHit] of [
      [hit, true],
      [miss, false],
    ] as const)
      for (const example of list) {
        const { text, span } = exampleOf(rule, example, engine);
        process.stdout.write(`${JSON.stringify({ site, topic: rule.topic, hit: isHit, text, span })}\n`);
      }
  }
}
