import { writeFileSync } from 'node:fs';
import { encodeWeights, featureVersion } from '@redline/rule-engine/classifier';
import { engineOf } from '@redline/rule-engine/evaluate';
import { figurePage } from '../figures/page.ts';
import { figureLines } from '../figures/terminal.ts';
import { readSite } from '../read-site.ts';
import { pageOf, weightsFileOf } from '../site-files.ts';
import { ruleTextExamples } from '../texts/rule-text-examples.ts';
import { train } from '../train.ts';

/** Trains the classifier of a site, and writes its weights and the page of its figures. Prints progress and figures. */
export function trainSite(site: string, print: (line: string) => void): void {
  const { loaded, corpus } = readSite(site);
  const { weights, figures } = train(site, corpus, engineOf(loaded), ruleTextExamples(loaded), print);
  const bytes = encodeWeights(weights);
  writeFileSync(weightsFileOf(site), bytes);
  const page = figurePage(figures, {
    site,
    date: new Date().toISOString().slice(0, 10),
    corpus: corpus.hash,
    featureVersion,
    features: weights.header.features,
    bytes: bytes.length,
  });
  writeFileSync(pageOf(site), page);
  for (const line of figureLines(figures)) print(line);
}
