import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPackWithExamples, openReaderRuntime, type ReaderMode } from '@redline/rule-engine/load';
import { keepCompiledPacks, openNotices } from '../src/clients/judge/embedded-judge.ts';
import { openJudge } from '../src/open-judge.ts';
import { copyOf } from './site-material.ts';

/**
 * Measures what judging takes with packs that lie compiled, in a process of its own for each number of judge threads and
 * each runtime of the reader, by the flags of `npm start`: milliseconds until it is ready, resident memory when it is and
 * after texts of 5,000 characters (each further thread is the difference), and milliseconds for a Chinese text of 300 and
 * of 5,000 characters, one after the other. The process has neither database nor bus: some 30 MB more in the service.
 */
const packs = fileURLToPath(new URL('../../../packs', import.meta.url));
const flags = [
  '--max-semi-space-size=8',
  '--max-old-space-size=256',
  '--disable-warning=ExperimentalWarning',
];
const memory = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
const runs: readonly (readonly [ReaderMode, number])[] = [
  ['auto', 1],
  ['auto', 2],
  ['auto', 3],
  ['web', 1],
  ['off', 1],
];
const selection = {
  platform: 'shortvideo_a',
  industryVertical: 'general',
  productVertical: 'creator',
  sceneMode: 'content',
};
/** Characters and number of the texts: copy of the main site's rule authors, in which every fourth sentence violates. */
const texts = [
  [300, 60],
  [5_000, 12],
] as const;
const textsFile = 'texts.json';

const percentile = (values: readonly number[], share: number): string =>
  (values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN).toFixed(0);

const residentMb = (): string => (process.memoryUsage().rss / 2 ** 20).toFixed(0);

async function measure(folder: string, reader: ReaderMode, threads: number): Promise<string> {
  const place = { folder: packs, compiledDir: folder, reader };
  const startedMs = performance.now();
  const opened = await openJudge(place, threads);
  openNotices(place, null);
  const readyMs = performance.now() - startedMs;
  const readyMb = residentMb();
  const { judge } = opened;
  const ask = (text: string) => judge({ siteId: 'main', text, selection });
  const timed = async (texts: readonly string[]): Promise<string> => {
    const tookMs: number[] = [];
    for (const text of texts) {
      const begunMs = performance.now();
      await ask(text);
      tookMs.push(performance.now() - begunMs);
    }
    return `${texts[0]?.length} characters p50 ${percentile(tookMs, 0.5)} ms, p95 ${percentile(tookMs, 0.95)} ms`;
  };
  const [short = [], long = []] = JSON.parse(readFileSync(join(folder, textsFile), 'utf8')) as string[][];
  const times = [await timed(short), await timed(long)];
  // All threads have work then.
  await Promise.all(long.map(ask));
  const line = `reader ${opened.reader}, ${threads} threads: ready after ${readyMs.toFixed(0)} ms with ${readyMb} MB, ${residentMb()} MB after texts; ${times.join('; ')}`;
  await opened.close();
  return line;
}

const [, , measured, mode, threads] = process.argv;
if (measured && mode) {
  process.stdout.write(`${await measure(measured, mode as ReaderMode, Number(threads))}\n`);
} else {
  const folder = mkdtempSync(join(tmpdir(), 'redline-judge-'));
  await openReaderRuntime('off');
  keepCompiledPacks(packs, folder);
  const { examples } = loadPackWithExamples(join(packs, 'main'));
  const copy = texts.map(([length, count]) => copyOf(examples, count, length));
  writeFileSync(join(folder, textsFile), JSON.stringify(copy));
  for (const [reader, count] of runs) {
    const args = [...flags, fileURLToPath(import.meta.url), folder, reader, String(count)];
    spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...memory } });
  }
  rmSync(folder, { recursive: true });
}
