import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineOf, exampleOf } from '@redline/rule-engine/evaluate';
import { loadPackWithExamples } from '@redline/rule-engine/load';
import { z } from 'zod';
import { corpusFolderOf, corpusSites, packFolderOf } from './site-files.ts';

/** A line of `examples.jsonl`, which keeps the examples of rules that were removed. */
const keptExampleSchema = z.object({
  rule: z.string(),
  topic: z.string(),
  hit: z.boolean(),
  text: z.string(),
  span: z.string().optional(),
});

/**
 * Prints the examples of violations of all packs for the training, which is in Python: a JSON object a line with site,
 * topic, whether the rule finds the text, and the text; behind them those of removed rules. Left out is what no reader can
 * tell by the text: titles, statements that are missing, disguised words.
 */
for (const site of corpusSites) {
  const print = (example: {
    topic: string;
    hit: boolean;
    text: string;
    span?: string | undefined | null;
  }): void => {
    process.stdout.write(`${JSON.stringify({ site, ...example })}\n`);
  };
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
        print({ topic: rule.topic, hit: isHit, text, span });
      }
  }
  const kept = join(corpusFolderOf(site), 'examples.jsonl');
  if (!existsSync(kept)) continue;
  for (const line of readFileSync(kept, 'utf8').split('\n').filter(Boolean)) {
    const { rule: _rule, ...example } = keptExampleSchema.parse(JSON.parse(line));
    print(example);
  }
}
