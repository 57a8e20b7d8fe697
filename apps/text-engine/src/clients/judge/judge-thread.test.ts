import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { reasonsIn, wordingIn } from '@redline/rule-engine/evaluate';
import { NoReaderError } from '@redline/rule-engine/load';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { EmbeddedEvaluation } from '../../domain/judge.ts';
import { loadJudge } from './embedded-judge.ts';
import type { JudgePlace } from './judge-place.ts';
import { type JudgeThread, startJudgeThread } from './judge-thread.ts';

const place: JudgePlace = {
  folder: fileURLToPath(new URL('../../../../../packs', import.meta.url)),
  compiledDir: null,
  reader: 'auto',
};
const requestOf = (text: string) => ({
  siteId: 'us',
  text,
  selection: { platform: 'dtc_us', vertical: 'health' },
});
const enginePackage = fileURLToPath(new URL('../../../../../packages/rule-engine', import.meta.url));
let thread: JudgeThread;
let folder: string;
/** As the image holds it: workers that strip their types themselves crash test processes, see the matcher's live set. */
let workerUrl: URL;
beforeAll(async () => {
  // In the package, so that it finds the native code that no bundle holds.
  folder = await mkdtemp(join(enginePackage, 'node_modules', '.judge-worker-'));
  const file = join(folder, 'judge-worker.mjs');
  const input = fileURLToPath(new URL('judge-worker.ts', import.meta.url));
  await build({ input, platform: 'node', output: { file, format: 'esm' }, logLevel: 'warn' });
  workerUrl = pathToFileURL(file);
  thread = await startJudgeThread(place, 30_000, workerUrl);
}, 60_000);
afterAll(async () => {
  await thread.close();
  await rm(folder, { recursive: true });
});

describe('a judge thread', () => {
  it('judges as this thread does, and sends the texts of its packs', async () => {
    const texts = [
      'Our tea cures diabetes.',
      'A linen towel that dries by noon.',
      'Lose 20 pounds in a week!',
      'Our tea does not cure diabetes.',
    ];
    const { judge } = loadJudge(place);
    const judged = await Promise.all(texts.map((text) => thread.judge(requestOf(text))));
    const timeless = ({ reading, ...one }: EmbeddedEvaluation) => ({
      ...one,
      probabilities: reading?.probabilities,
    });
    expect(judged.map(timeless)).toEqual(texts.map((text) => timeless(judge(requestOf(text)))));
    expect(judged[0]?.reading?.probabilities).toHaveLength(1);
    const { wordingId = '' } = judged[0]?.evaluation.findings[0] ?? {};
    expect(wordingIn(thread.messages, wordingId).legalRef['en-US']).toContain('U.S.C.');
    const considered = judged[3]?.evaluation.considered[0] ?? expect.unreachable();
    expect(reasonsIn(thread.messages)(considered, 'us').texts['en-US']).toMatch(
      /Reads like “.+”, but its sentence denies it\./,
    );
    expect(thread.waiting()).toBe(0);
  });

  it('rejects what it cannot judge and goes on', async () => {
    await expect(thread.judge({ ...requestOf('Some text.'), siteId: 'fr' })).rejects.toThrow('site fr');
    expect(await thread.judge(requestOf('Our tea cures diabetes.'))).toMatchObject({
      evaluation: { riskLevel: 'high' },
    });
  });

  it('that takes too long is ended, what waits is rejected, and another takes over', async () => {
    const hasty = await startJudgeThread(place, 1, workerUrl);
    const long = 'Our tea cures diabetes and gout in a day. '.repeat(2_000);
    const settled = await Promise.allSettled([long, long].map((text) => hasty.judge(requestOf(text))));
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(hasty.waiting()).toBe(0);
    await hasty.close();
  });

  it('has eight times as long for a text where WebAssembly reads', async () => {
    const file = join(folder, 'silent-worker.mjs');
    await writeFile(
      file,
      `import { parentPort } from 'node:worker_threads';
      parentPort.on('message', () => {});
      parentPort.postMessage({ messages: {}, siteLabels: new Map(), reader: 'web' });`,
    );
    const slow = await startJudgeThread(place, 1_000, pathToFileURL(file));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const judged = slow.judge(requestOf('Some text.'));
      const rejected = expect(judged).rejects.toThrow('the judge thread ended');
      await vi.waitUntil(() => vi.getTimerCount() > 0);
      vi.advanceTimersByTime(7_999);
      expect(slow.waiting()).toBe(1);
      vi.advanceTimersByTime(1);
      await rejected;
    } finally {
      vi.useRealTimers();
      await slow.close();
    }
  });

  it('says why it cannot start', async () => {
    const nowhere: JudgePlace = { ...place, folder: '/nowhere' };
    await expect(startJudgeThread(nowhere, 1_000, workerUrl)).rejects.toThrow(/nowhere/);
  });

  it('says that nothing reads here, and which setting lets rules judge alone is for its caller to say', async () => {
    const packs = join(folder, 'packs');
    await cp(place.folder, packs, { recursive: true, filter: (from) => !from.endsWith('model.onnx') });
    const graph = 'no graph';
    await writeFile(join(packs, 'reader', 'model.onnx'), graph);
    const manifest = join(packs, 'reader', 'reader.json');
    const header = JSON.parse(await readFile(manifest, 'utf8'));
    header.sha256['model.onnx'] = createHash('sha256').update(graph).digest('hex');
    await writeFile(manifest, JSON.stringify(header));
    const unread: JudgePlace = { ...place, folder: packs };
    await expect(startJudgeThread(unread, 1_000, workerUrl)).rejects.toThrow(NoReaderError);
    const rulesAlone = await startJudgeThread({ ...unread, reader: 'off' }, 30_000, workerUrl);
    const { evaluation, reading } = await rulesAlone.judge(requestOf('Our tea cures diabetes.'));
    await rulesAlone.close();
    expect([rulesAlone.reader, evaluation.reader, evaluation.riskLevel, reading]).toEqual([
      'off',
      'off',
      'high',
      null,
    ]);
  }, 60_000);
});
