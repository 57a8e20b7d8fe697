import { fileURLToPath } from 'node:url';
import { engineOf, evaluate } from '@redline/rule-engine/evaluate';
import { loadPack } from '@redline/rule-engine/load';
import { type CustomMatcher, compileWords, matcherOver, slicesOf } from '../src/domain/words/custom-words.ts';
import { makeTexts, makeWords } from './word-material.ts';

/**
 * Measures the cost of 20,000 words of an account: compiled slice by slice, and looked for in 5,000 characters, against the same
 * texts judged without them, in turns. CPU time, so that what else the machine does matters little.
 */
const wordCount = 20_000;
const textCount = 20;
const rounds = 7;

const say = (line: string) => process.stdout.write(`${line}\n`);
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

function cpuOf<T>(work: () => T): { readonly value: T; readonly ms: number } {
  const before = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(before);
  return { value, ms: (user + system) / 1_000 };
}

const words = makeWords(wordCount);
const texts = makeTexts(textCount, words);
const slices = slicesOf(words);
const builds = Array.from({ length: rounds }, () => slices.map((slice) => cpuOf(() => compileWords(slice))));
const parts = builds[0]?.flatMap(({ value }) => value) ?? [];
const all = builds.map((build) => build.reduce((sum, { ms }) => sum + ms, 0));
const longest = builds.map((build) => Math.max(...build.map(({ ms }) => ms)));
const megabytes = parts.reduce((sum, { set }) => sum + set.byteLength, 0) / 1e6;
say(
  `${wordCount} words compiled in ${slices.length} slices: ${median(all).toFixed(0)} ms CPU, ${median(longest).toFixed(0)} ms at a time; the first build ${all[0]?.toFixed(0)} ms; ${megabytes.toFixed(1)} MB`,
);

const engine = engineOf(loadPack(fileURLToPath(new URL('../../../packs/us', import.meta.url))));
const where = { platform: 'dtc_us', vertical: 'general' };
const matcher = matcherOver(parts);
const perText = (work: (text: string) => unknown) =>
  cpuOf(() => texts.forEach((text) => void work(text))).ms / textCount;
const judged = (customWords?: CustomMatcher) => perText((text) => evaluate(text, engine, where, customWords));
const measured: { plain: number; withWords: number; alone: number }[] = [];
for (let round = 0; round <= rounds; round++) {
  const turn = { plain: judged(), withWords: judged(matcher), alone: perText(matcher) };
  // The first one warms up.
  if (round > 0) measured.push(turn);
}
const of = (key: 'plain' | 'withWords' | 'alone') => median(measured.map((turn) => turn[key])).toFixed(2);
const found = texts.reduce((sum, text) => sum + matcher(text).length, 0) / textCount;
say(
  `5,000 characters with ${wordCount} words (${found.toFixed(0)} found): ${of('withWords')} ms CPU, without ${of('plain')} ms; the words alone ${of('alone')} ms`,
);
