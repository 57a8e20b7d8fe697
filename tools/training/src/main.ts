import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decodeWeights, encodeWeights, featureVersion } from '@redline/rule-engine/classifier';
import { engineOf } from '@redline/rule-engine/evaluate';
import { describeFault, readPack } from '@redline/rule-engine/load';
import type { CompiledSources, RawExample } from '@redline/rule-engine/pack';
import { type Corpus, readCorpus } from './corpus-files.ts';
import { linesOf, pageOf } from './page.ts';
import type { TextLesson } from './text-model.ts';
import { train } from './train.ts';

/**
 * Command line:
 *   train [SITE]          trains the site's classifier on its corpus; writes the weights and the page
 *   train [SITE] --check  checks the corpus, and that the weights were trained on it
 */
const usage = 'usage: train [SITE] [--check]';
const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const print = (line: string): void => void process.stdout.write(`${line}\n`);

function main(args: readonly string[]): number {
  const [site = 'us', ...more] = args.filter((arg) => arg !== '--check');
  if (more.length > 0 || site.startsWith('-')) {
    print(usage);
    return 1;
  }
  const packFolder = pathOf(`../../../packs/${site}`);
  const result = readPack(packFolder, { withWeights: false });
  if ('faults' in result) {
    for (const fault of result.faults) print(describeFault(fault));
    return 1;
  }
  const corpus = readCorpus(
    pathOf(`../../../corpus/${site}`),
    new Set(result.pack.rules.map(({ topic }) => topic)),
  );
  for (const fault of corpus.faults) print(describeFault(fault));
  if (corpus.faults.length > 0) return 1;
  const weightsFile = `${packFolder}/learned.bin`;
  if (args.includes('--check')) return check(site, corpus, weightsFile);
  const { weights, figures } = train(site, corpus, engineOf(result), examplesOf(result), print);
  const bytes = encodeWeights(weights);
  writeFileSync(weightsFile, bytes);
  const { features } = weights.header;
  const date = new Date().toISOString().slice(0, 10);
  const facts = { site, date, corpus: corpus.hash, featureVersion, features, bytes: bytes.length };
  writeFileSync(pathOf(`../../../docs/learned-reviewer-${site}.md`), pageOf(figures, facts));
  for (const line of linesOf(figures)) print(line);
  return 0;
}

/** The rules' own examples as texts: what is found violates, its honest neighbour does not. */
function examplesOf({ pack, examples }: CompiledSources): TextLesson[] {
  const textOf = (raw: RawExample): string => (typeof raw === 'string' ? raw : raw.text);
  return pack.rules
    .filter(({ risk }) => risk === 'violation')
    .flatMap(({ id }) => {
      const { hit = [], miss = [] } = examples.get(id) ?? {};
      return [
        ...hit.map((raw) => ({ text: textOf(raw), violates: true, hand: null, loudest: 0, found: 0 })),
        ...miss.map((raw) => ({ text: textOf(raw), violates: false, hand: null, loudest: 0, found: 0 })),
      ];
    });
}

function check(site: string, corpus: Corpus, weightsFile: string): number {
  const { header } = decodeWeights(readFileSync(weightsFile));
  const stale = header.corpus !== corpus.hash || header.featureVersion !== featureVersion;
  if (stale) print(`${weightsFile}:1: the weights belong to another corpus: npm run -s train -- ${site}`);
  else print(`${site}: ${corpus.passages.flat().length} sentences, the weights belong to them`);
  return stale ? 1 : 0;
}

process.exitCode = main(process.argv.slice(2));
