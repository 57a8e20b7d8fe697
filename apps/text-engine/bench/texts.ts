import { fileURLToPath } from 'node:url';
import { engineOf, evaluate } from '@redline/rule-engine/evaluate';
import { loadPackWithExamples } from '@redline/rule-engine/load';
import { customMatcher } from '../src/domain/words/custom-words.ts';
import { copyOf, wordsLike } from './site-material.ts';

/**
 * Measures the cost of judging 5,000 characters with 20,000 custom words, all steps and the embedded reviewer, for each site:
 * CPU time of this thread, median over parts of texts none of which comes twice, against a fixed piece of work in turns (the
 * texts in normal form and lower case, and cut into words), so that machines and neighbours can be told from changes.
 */
const sites = ['us', 'id', 'main'];
const length = 5_000;
const wordCount = 20_000;
const warmUps = 150;
const textCount = 150;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Texts measured at once: processors count their time in steps of up to some milliseconds. */
const together = 15;

/** CPU time a text, of this thread alone: what compiles and collects beside it is not the text's. */
function perText(texts: readonly string[], work: (text: string) => unknown): number {
  const before = process.threadCpuUsage();
  for (const text of texts) work(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000 / texts.length;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const wordsIn = (text: string): number => {
  let words = 0;
  for (const { isWordLike } of segmenter.segment(text.normalize('NFKC').toLowerCase()))
    words += isWordLike ? 1 : 0;
  return words;
};

for (const site of sites) {
  const folder = fileURLToPath(new URL(`../../../packs/${site}`, import.meta.url));
  const startedMs = performance.now();
  const loaded = loadPackWithExamples(folder);
  const { pack, examples } = loaded;
  const engine = engineOf(loaded);
  const loadMs = performance.now() - startedMs;
  const selection = Object.fromEntries(
    Object.entries(pack.meta.dimensions).map(([name, { general, values }]) => [
      name,
      general?.runs === 'every' ? general.value : (values.find((value) => value !== general?.value) ?? ''),
    ]),
  );
  const texts = copyOf(examples, warmUps + textCount, length);
  const words = wordsLike(texts, wordCount);
  const matcher = customMatcher(words);
  const judged: number[] = [];
  const reference: number[] = [];
  let findings = 0;
  for (const text of texts.slice(0, warmUps)) evaluate(text, engine, selection, matcher);
  for (let from = warmUps; from < texts.length; from += together) {
    const some = texts.slice(from, from + together);
    judged.push(
      perText(some, (text) => {
        const { findings: risks, customFindings } = evaluate(text, engine, selection, matcher);
        findings += risks.length + customFindings.length;
      }),
    );
    reference.push(perText(some, wordsIn));
  }
  // Of all together: the reference is shorter than a step in which some processors count.
  const ratio = total(judged) / total(reference);
  process.stdout.write(
    `${site}: ${length} characters with ${words.length} words: ${median(judged).toFixed(2)} ms CPU, ${ratio.toFixed(1)} times normal form and word break (${(total(reference) / reference.length).toFixed(2)} ms); ${(findings / textCount).toFixed(0)} findings a text; pack read and compiled in ${loadMs.toFixed(0)} ms\n`,
  );
}
