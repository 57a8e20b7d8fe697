/**
 * The matcher against mint-filter and against a bare loop over the same texts, and the build of a large set in
 * a worker while this thread goes on scanning. Prints ratios; with `--check`, fails below the required ones.
 */
import { createRequire } from 'node:module';
import type { Mint } from 'mint-filter';
import { compile, compileInWorker, FOLDS, foldNames, type WordSet } from '../src/index.ts';
import { type Measured, measure, ratio, type Work } from './measure.ts';
import { type Language, makeMaterial } from './words.ts';

const ROUNDS = 25;
const REQUIRED = { timesMint: 12, partOfLoop: 15, buildMs: 1500 };
const SIZES = [1000, 10_000, 100_000];
const LARGE = 100_000;
const REQUIRED_SIZE = 10_000;

const { Mint: MintFilter } = createRequire(import.meta.url)('mint-filter') as { Mint: typeof Mint };
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const failures: string[] = [];

const loop: Work = (text) => {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum = (sum + text.charCodeAt(at)) | 0;
  return sum;
};

function bench(size: number): void {
  const { dictionary, texts } = makeMaterial(size);
  const set = compile(dictionary.map((text) => ({ text })));
  const mint = new MintFilter([...dictionary]);
  for (const language of Object.keys(texts) as Language[]) {
    const measured = measure(
      {
        matcher: (text) => set.scan(text).matches.length,
        mint: (text) => mint.filter(text, { replace: false }).words.length,
        loop,
      },
      texts[language],
      ROUNDS,
    );
    report(size, language, measured, hitsPerHundred(set, texts[language]));
  }
}

function report(
  size: number,
  language: Language,
  { matcher, mint, loop: bare }: Record<'matcher' | 'mint' | 'loop', Measured>,
  hits: string,
): void {
  const timesMint = ratio(matcher, mint);
  const partOfLoop = 1 / ratio(matcher, bare);
  print(
    [
      `${size} terms ${language}:`.padEnd(18),
      `${matcher.speed.toFixed(1)} M units/s,`.padEnd(18),
      `${timesMint.toFixed(1)} x mint-filter (${mint.speed.toFixed(1)}),`.padEnd(28),
      `1/${partOfLoop.toFixed(1)} of a charCodeAt loop (${bare.speed.toFixed(0)}); ${hits}`,
    ].join(' '),
  );
  if (size !== REQUIRED_SIZE) return;
  if (timesMint < REQUIRED.timesMint) failures.push(`${language}: ${timesMint.toFixed(1)} x mint-filter`);
  if (partOfLoop > REQUIRED.partOfLoop) failures.push(`${language}: 1/${partOfLoop.toFixed(1)} of the loop`);
}

function hitsPerHundred(set: WordSet, texts: readonly string[]): string {
  const matches = texts.flatMap((text) => set.scan(text).matches);
  const units = texts.reduce((sum, text) => sum + text.length, 0);
  return `${((matches.length / units) * 100).toFixed(2)} hits in 100 units`;
}

/** Builds 100,000 terms in a worker and meanwhile scans, to see the longest time a scan had to wait. */
async function benchWorker(): Promise<void> {
  const { dictionary, texts } = makeMaterial(LARGE);
  const terms = dictionary.map((text) => ({ text }));
  const current = compile(terms.slice(0, REQUIRED_SIZE));
  let isBuilding = true;
  let longest = 0;
  let scans = 0;
  const started = performance.now();
  const building = compileInWorker(terms).then((set) => {
    isBuilding = false;
    return set;
  });
  let last = performance.now();
  const asked = last - started;
  while (isBuilding) {
    for (const text of texts.en.slice(0, 10)) current.scan(text);
    scans += 10;
    await new Promise(setImmediate);
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  const set = await building;
  const buildMs = performance.now() - started;
  print(
    `${LARGE} terms built in a worker in ${buildMs.toFixed(0)} ms (${(set.byteLength / 1e6).toFixed(1)} MB); ` +
      `handing them over took ${asked.toFixed(0)} ms, ${scans} texts were scanned meanwhile, ` +
      `the longest pause was ${longest.toFixed(0)} ms`,
  );
  if (buildMs > REQUIRED.buildMs) failures.push(`build of ${LARGE} terms: ${buildMs.toFixed(0)} ms`);
}

print(`folds on: ${foldNames(compile([]).tables.foldBits).join(', ')} (${FOLDS.length}); hit objects made`);
for (const size of SIZES) bench(size);
await benchWorker();
print(
  failures.length === 0
    ? `required: ${REQUIRED.timesMint} x mint-filter, 1/${REQUIRED.partOfLoop} of the loop at ${REQUIRED_SIZE} terms: met`
    : `below what is required: ${failures.join('; ')}`,
);
if (process.argv.includes('--check') && failures.length > 0) process.exitCode = 1;
