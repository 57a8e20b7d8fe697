import { fileURLToPath } from 'node:url';
import { loadPack } from '../src/clients/pack-files.ts';
import { createWordCompiler } from '../src/clients/word-compiler.ts';
import { type CustomMatcher, detailsOf, matcherOver, termsOf } from '../src/domain/custom-words.ts';
import { engineOf, evaluate } from '../src/domain/evaluate.ts';
import { makeTexts, makeWords } from './word-material.ts';

/**
 * What 20,000 words of an account cost: compiled in the thread, cold and warm, and looked for in 5,000 characters, against
 * the same texts judged without them, in turns. CPU time, so that what else the machine does matters little.
 */
const wordCount = 20_000;
const textCount = 20;
const rounds = 7;

const say = (line: string) => process.stdout.write(`${line}\n`);
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

async function timed<T>(work: () => T | Promise<T>) {
  const [startedMs, startedCpuMs] = [performance.now(), cpuMs()];
  const value = await work();
  return { value, ms: performance.now() - startedMs, cpuMs: cpuMs() - startedCpuMs };
}

const words = makeWords(wordCount);
const texts = makeTexts(textCount, words);
const compiler = createWordCompiler();
const builds = [];
for (let n = 0; n < 5; n++) builds.push(await timed(() => compiler.compile(termsOf(words))));
await compiler.stop();
const [cold, ...warm] = builds;
const sets = cold?.value ?? [];
const matcher = matcherOver(sets, detailsOf(words));
const megabytes = sets.reduce((sum, { byteLength }) => sum + byteLength, 0) / 1e6;
say(
  `${wordCount} words compiled in the thread: ${cold?.ms.toFixed(0)} ms with its start, then ${median(warm.map(({ ms }) => ms)).toFixed(0)} ms (${median(warm.map((one) => one.cpuMs)).toFixed(0)} ms CPU); ${megabytes.toFixed(1)} MB`,
);

const engine = engineOf(loadPack(fileURLToPath(new URL('../packs/us', import.meta.url))));
const where = { platform: 'dtc_us', vertical: 'general' };
const perText = async (work: (text: string) => unknown) =>
  (await timed(() => texts.forEach((text) => void work(text)))).cpuMs / textCount;
const judged = (customWords?: CustomMatcher) => perText((text) => evaluate(text, engine, where, customWords));
const measured: { plain: number; withWords: number; alone: number }[] = [];
for (let round = 0; round <= rounds; round++) {
  const turn = { plain: await judged(), withWords: await judged(matcher), alone: await perText(matcher) };
  // The first one warms up.
  if (round > 0) measured.push(turn);
}
const of = (key: 'plain' | 'withWords' | 'alone') => median(measured.map((turn) => turn[key])).toFixed(2);
const hits = texts.reduce((sum, text) => sum + matcher(text).length, 0) / textCount;
say(
  `5,000 characters with ${wordCount} words (${hits.toFixed(0)} found): ${of('withWords')} ms CPU, without ${of('plain')} ms; the words alone ${of('alone')} ms`,
);
