import { readFileSync } from 'node:fs';
import { decodeWeights, featureVersion } from '@redline/rule-engine/classifier';
import { readSite } from '../read-site.ts';
import { weightsFileOf } from '../site-files.ts';

/** Checks that the weights of a site were trained on its corpus as it is, with the features that are computed now. */
export function checkWeights(site: string, print: (line: string) => void): boolean {
  const { corpus } = readSite(site);
  const file = weightsFileOf(site);
  const { header } = decodeWeights(readFileSync(file));
  const isCurrent = header.corpus === corpus.hash && header.featureVersion === featureVersion;
  if (isCurrent) print(`${site}: ${corpus.passages.flat().length} sentences, the weights belong to them`);
  else print(`${file}:1: the weights belong to another corpus: npm run -s train -- ${site}`);
  return isCurrent;
}
