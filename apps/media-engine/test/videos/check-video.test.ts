import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createTranscribe } from '@redline/ai';
import { testTenantOf } from '@redline/contracts';
import { mediaProgramsMissing } from '@redline/testkit';
import { startTranscriptionServer, type TranscriptionServer } from '@redline/testkit/transcription';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type HeldFolder, makePrivateFolder } from '../../src/clients/private-folder.ts';
import { endpointTranscriber } from '../../src/clients/speech/endpoint-transcriber.ts';
import type { Transcriber } from '../../src/clients/speech/transcriber.ts';
import type { Evaluate, EvaluateReply } from '../../src/clients/text-engine.ts';
import { type TranscriptionParts, transcriptionDetector } from '../../src/detectors/transcription.ts';
import { gapsBetween } from '../../src/domain/videos/silences.ts';
import type { Stages } from '../../src/domain/videos/stages.ts';
import type { FrameReport } from '../../src/domain/videos/stored-frames.ts';
import { type VideoCheckDeps, videoChecker } from '../../src/video/check-video.ts';
import { ffmpeg, lines, programs, small, still } from './make-video.ts';

let held: HeldFolder;
let folder: string;
let server: TranscriptionServer;
beforeAll(async () => {
  held = await makePrivateFolder();
  folder = held.path;
});
afterAll(() => held.release());
beforeEach(async () => {
  server = await startTranscriptionServer();
});
afterEach(() => server.dispose());

const at = (name: string) => join(folder, name);
const { signal } = new AbortController();

/** Finds "cures" and the account's word "miracle". */
const evaluate: Evaluate = async (_, { passages }) => ({
  pack: { id: 'us', version: '1', contentHash: 'x' },
  passages: passages.map(({ id, text }) => ({
    id,
    findings: Array.from(text.matchAll(/cures \w+/g), (hit) => renderFinding(hit[0], hit.index)),
    customFindings: Array.from(text.matchAll(/miracle/g), ({ 0: matchedText, index: start }) => ({
      matchedText,
      start,
      end: start + matchedText.length,
      replacement: 'wonder',
      note: null,
    })),
  })),
  labels: [],
});
const renderFinding = (
  matchedText: string,
  start: number,
): EvaluateReply['passages'][number]['findings'][number] => ({
  ruleId: 'r1',
  topic: 'disease',
  kind: 'violation',
  tier: 'STRICT',
  severity: 'high',
  types: ['OCR'],
  tierLabel: null,
  tierReason: null,
  category: { 'en-US': 'Disease claim' },
  legalRef: null,
  suggestion: { 'en-US': 'Remove it' },
  source: 'rule',
  replacement: null,
  matchedText,
  start,
  end: start + matchedText.length,
});

const frameReport: FrameReport = {
  detections: [],
  coverage: [{ detector: 'text', status: 'ran' }],
  ocrText: 'words',
};

/** The transcriber of these tests, which knows English. */
const transcriberOf = (languages: readonly string[] = ['en']): Transcriber =>
  endpointTranscriber(
    createTranscribe({
      url: server.url,
      key: null,
      model: 'ear-1',
      timeoutMs: 5_000,
      retriesMax: 0,
      concurrencyMax: 2,
      failuresMax: 3,
      restMs: 1_000,
    }),
    languages,
  );
/** Beeps are no speech, and stand for it here. */
const detectorOf = (transcriber: Transcriber | null, changes: Partial<TranscriptionParts> = {}) =>
  transcriptionDetector(
    transcriber && {
      transcriber,
      findSpeech: async ({ pauses, durationSeconds }) => gapsBetween(pauses, durationSeconds),
      onSpeechFailure: (error) => expect.unreachable(String(error)),
      ...changes,
    },
  );
const noTranscriber = { transcription: detectorOf(null) };

/** Dependencies that remember what they were called with. */
function depsOf(changes: Partial<VideoCheckDeps> = {}) {
  const checked: string[] = [];
  const stored = new Map<string, number>();
  const failures: string[] = [];
  const deps: VideoCheckDeps = {
    programs,
    checkFrame: async (path) => {
      checked.push(path);
      return frameReport;
    },
    blobs: {
      async put(key, body) {
        let sizeBytes = 0;
        if (!(body instanceof Uint8Array)) for await (const chunk of body) sizeBytes += chunk.length;
        stored.set(key, sizeBytes);
        return { sizeBytes };
      },
    },
    transcription: detectorOf(transcriberOf()),
    evaluate,
    onFailure: (detector) => failures.push(detector),
    ...changes,
  };
  return { deps, checked, stored, failures };
}

function memoryStages(kept = new Map<string, string>()): Stages & { readonly names: () => string[] } {
  return {
    get: (name) => (kept.has(name) ? JSON.parse(kept.get(name) ?? '') : undefined),
    put: async (name, value) => void kept.set(name, JSON.stringify(value)),
    names: () => [...kept.keys()],
  };
}

const request = {
  scope: { accountId: 'a', siteId: 'us' as const, tenantId: '' },
  requestId: 'r',
  checkId: 'video_1',
  platform: 'shortvideo_us',
  vertical: 'general',
  productVertical: null,
  sceneMode: null,
  types: null,
  audioTypes: null,
  script: null as string | null,
};
const check = async (path: string, deps: VideoCheckDeps, stages = memoryStages(), asked = request) => {
  const reports = videoChecker(deps)(path, asked, stages, signal);
  const [visual, voice] = await Promise.all([reports.visual, reports.voice]);
  return { visual, voice };
};

const beeps = (...spans: readonly (readonly [number, number])[]) => {
  const isOn = spans.map(([from, to]) => `between(t,${from},${to})`).join('+');
  return ['-f', 'lavfi', '-i', `sine=f=440:d=10,volume='${isOn}':eval=frame`];
};
const voiced = () =>
  ffmpeg(...still(10), ...beeps([1, 3], [6, 8]), ...small, '-c:a', 'aac', at('voiced.mp4'));

describe.skipIf(mediaProgramsMissing())('a video check', () => {
  it('reports a frame for each overlay, and the transcript, each sentence with its time', async () => {
    const shown = ['-vf', lines([4, 10, 40])];
    const path = await ffmpeg(
      ...still(10),
      ...beeps([1, 3], [6, 8]),
      ...shown,
      ...small,
      '-c:a',
      'aac',
      at('whole.mp4'),
    );
    server.onRequest(() => ({
      heard: {
        text: 'This miracle tea cures colds. Try it today.',
        segments: [
          { start: '1.0', end: '3.0', text: 'This miracle tea cures colds.' },
          { start: '6.0', end: '8.0', text: 'Try it today.' },
        ],
      },
    }));
    const { deps, checked, stored } = depsOf();
    const { visual, voice } = await check(path, deps);
    expect(visual).toMatchObject({
      width: 640,
      height: 360,
      coverage: [{ detector: 'text', status: 'ran' }],
    });
    expect(visual.durationSeconds).toBeCloseTo(10, 0);
    expect(visual.frames.map(({ timeSeconds, imageKey }) => [Math.round(timeSeconds), imageKey])).toEqual([
      [0, 'frames/video_1/00000000.jpg'],
      [4, expect.stringMatching(/^frames\/video_1\/0000[34]\d{3}\.jpg$/)],
    ]);
    expect([...stored.keys()]).toEqual(visual.frames.map(({ imageKey }) => imageKey));
    expect(Math.min(...stored.values())).toBeGreaterThan(1_000);
    expect(checked).toHaveLength(2);
    const sentence = { startSeconds: 1, endSeconds: 3, sentence: 'This miracle tea cures colds.' };
    expect(voice).toEqual({
      status: 'completed',
      text: 'This miracle tea cures colds. Try it today.',
      sentences: [
        { startSeconds: 1, endSeconds: 3, text: 'This miracle tea cures colds.' },
        { startSeconds: 6, endSeconds: 8, text: 'Try it today.' },
      ],
      risks: [
        expect.objectContaining({
          matchedText: 'cures colds',
          ...sentence,
          origin: null,
          source: 'rule',
          severity: 'high',
        }),
      ],
      customRisks: [{ matchedText: 'miracle', ...sentence, replacement: 'wonder', note: null }],
      drift: null,
      coverage: [
        { detector: 'transcription', status: 'ran' },
        { detector: 'audio_moderation', status: 'not_configured' },
      ],
    });
    expect(server.requests).toMatchObject([{ fields: { language: 'en' }, filename: 'voice.wav' }]);
    const { audio = new Uint8Array() } = server.requests[0] ?? {};
    expect(Buffer.from(audio.slice(0, 4)).toString()).toBe('RIFF');
    expect(audio.length / 32_000).toBeCloseTo(10, 0);
  });

  it('cuts sentences at pauses if the transcriber returns no times', async () => {
    server.onRequest(() => ({ heard: 'This tea cures colds. Try it today.' }));
    const { voice } = await check(await voiced(), depsOf().deps);
    const times = voice.sentences.map(({ startSeconds, endSeconds }) =>
      [startSeconds, endSeconds].map(Math.round),
    );
    expect(times).toEqual([
      [1, 3],
      [6, 8],
    ]);
    expect(voice.risks).toMatchObject([{ matchedText: 'cures colds', sentence: 'This tea cures colds.' }]);
  });

  it('goes by where somebody speaks, not by pauses', async () => {
    server.onRequest(() => ({ heard: 'This tea cures colds. Try it today.' }));
    const speech = [
      { startSeconds: 1.5, endSeconds: 2.5 },
      { startSeconds: 6.5, endSeconds: 7.5 },
    ];
    const transcription = detectorOf(transcriberOf(), { findSpeech: async () => speech });
    const { voice } = await check(await voiced(), depsOf({ transcription }).deps);
    expect(voice.sentences).toMatchObject(speech);
  });

  it('goes by pauses where voice activity fails, and tells the operator', async () => {
    server.onRequest(() => ({ heard: 'This tea cures colds. Try it today.' }));
    const told: unknown[] = [];
    const failure = new Error('the voice activity process ended with SIGKILL');
    const transcription = detectorOf(transcriberOf(), {
      findSpeech: () => Promise.reject(failure),
      onSpeechFailure: (error) => told.push(error),
    });
    const { voice } = await check(await voiced(), depsOf({ transcription }).deps);
    expect(voice.sentences.map(({ startSeconds }) => Math.round(startSeconds))).toEqual([1, 6]);
    expect(told).toEqual([failure]);
  });

  it('compares the transcript with the approved script, and marks what was improvised', async () => {
    server.onRequest(() => ({
      heard: 'This tea is grown in the hills. It cures colds. And cures hunger, as we all know.',
    }));
    const script = 'This tea is grown in the hills. And cures hunger, as we all know.';
    const { voice } = await check(await voiced(), depsOf().deps, memoryStages(), { ...request, script });
    expect(voice.drift).toBe('completed');
    expect(voice.risks.map(({ matchedText, origin }) => [matchedText, origin])).toEqual([
      ['cures colds', 'drift'],
      ['cures hunger', null],
    ]);
  });

  it('has no transcript if the transcriber fails, and says so', async () => {
    server.onRequest(() => ({ status: 500 }));
    const { deps, failures } = depsOf();
    const { visual, voice } = await check(await voiced(), deps, memoryStages(), {
      ...request,
      script: 'Tea.',
    });
    expect(visual.frames).toHaveLength(1);
    expect(voice).toMatchObject({ status: 'failed', text: null, drift: 'skipped', risks: [] });
    expect(voice.coverage).toContainEqual({ detector: 'transcription', status: 'failed' });
    expect(failures).toEqual(['transcription']);
  });

  it.each([
    ['no transcriber is configured', null],
    ['the transcriber lacks the language', ['zh']],
  ])('has no transcript where %s, and says so', async (_, languages) => {
    const transcription = detectorOf(languages && transcriberOf(languages));
    const { voice } = await check(await voiced(), depsOf({ transcription }).deps);
    expect(voice).toMatchObject({ status: null, text: null });
    expect(voice.coverage).toContainEqual({ detector: 'transcription', status: 'not_configured' });
    expect(server.requests).toEqual([]);
  });

  it.each<[string, readonly string[]]>([
    ['has no track of sound', []],
    ['is silent', ['-f', 'lavfi', '-i', 'anullsrc=d=4', '-c:a', 'aac']],
    ['is all but silent', ['-f', 'lavfi', '-i', 'anoisesrc=d=4:a=0.0003', '-c:a', 'aac']],
  ])('has an empty transcript if the video %s, without a request', async (name, sound) => {
    const path = await ffmpeg(...still(4), ...sound, ...small, at(`${name.replaceAll(' ', '-')}.mp4`));
    for (const transcriber of [transcriberOf(), null]) {
      const { deps } = depsOf({ transcription: detectorOf(transcriber) });
      const { voice } = await check(path, deps, memoryStages(), { ...request, script: 'Tea.' });
      expect(voice).toMatchObject({ status: 'empty', text: null, risks: [], drift: 'skipped' });
    }
    expect(server.requests).toEqual([]);
  });

  it('has an empty transcript if nothing is said over the noise', async () => {
    server.onRequest(() => ({ heard: { text: '', segments: [] } }));
    expect((await check(await voiced(), depsOf().deps)).voice).toMatchObject({
      status: 'empty',
      text: null,
    });
  });
});

describe.skipIf(mediaProgramsMissing())('subtitles of a video', () => {
  const titled = async () => {
    await writeFile(at('titles.srt'), '1\n00:00:01,000 --> 00:00:03,000\nThis tea cures gout.\n');
    const tracks = ['-i', at('titles.srt'), '-map', '0', '-map', '1', '-map', '2'];
    return ffmpeg(
      ...still(10),
      ...beeps([1, 3]),
      ...tracks,
      ...small,
      '-c:a',
      'aac',
      '-c:s',
      'mov_text',
      at('titled.mp4'),
    );
  };

  it('are the transcript if there is no transcriber, and the record says so', async () => {
    const { voice } = await check(await titled(), depsOf(noTranscriber).deps);
    expect(voice).toMatchObject({ status: 'completed', text: 'This tea cures gout.' });
    expect(voice.risks).toMatchObject([{ matchedText: 'cures gout', startSeconds: 1, endSeconds: 3 }]);
    expect(voice.coverage).toContainEqual({ detector: 'transcription', status: 'not_configured' });
  });

  it('hide nothing that is spoken, nor does speech hide them', async () => {
    const path = await titled();
    server.onRequest(() => ({ heard: 'Buy it because it cures colds.' }));
    const other = await check(path, depsOf().deps);
    expect(other.voice.text).toBe('Buy it because it cures colds.');
    // Both are of one category and at one time: reported once.
    expect(other.voice.risks.map(({ matchedText }) => matchedText)).toEqual(['cures colds']);
    server.onRequest(() => ({ heard: 'Buy it today.' }));
    const harmless = await check(path, depsOf().deps);
    expect(harmless.voice.risks.map(({ matchedText }) => matchedText)).toEqual(['cures gout']);
  });
});

describe.skipIf(mediaProgramsMissing())('a check that another engine takes over', () => {
  it('continues where the first one ended: no frame is checked twice, no sound transcribed twice', async () => {
    const shown = ['-vf', lines([2, 4, 40], [4, 6, 120], [6, 8, 200])];
    const path = await ffmpeg(
      ...still(8),
      ...beeps([1, 3]),
      ...shown,
      ...small,
      '-c:a',
      'aac',
      at('taken-over.mp4'),
    );
    server.onRequest(() => ({ heard: 'This tea cures colds.' }));
    const kept = new Map<string, string>();
    let checks = 0;
    const dying = depsOf({
      checkFrame: async () => {
        if (++checks > 2) throw new Error('killed');
        return frameReport;
      },
    });
    const first = videoChecker(dying.deps)(path, request, memoryStages(kept), signal);
    await expect(first.visual).rejects.toThrow('killed');
    await first.voice;
    const second = depsOf();
    const { visual, voice } = await check(path, second.deps, memoryStages(kept));
    expect(visual.frames).toHaveLength(4);
    expect(second.checked).toHaveLength(2);
    expect(voice.text).toBe('This tea cures colds.');
    expect(server.requests).toHaveLength(1);
    const third = depsOf();
    expect((await check(path, third.deps, memoryStages(kept))).visual).toEqual(visual);
    expect([third.checked, [...third.stored]]).toEqual([[], []]);
  });

  it('leaves no folder behind, whether it ends well, badly or early', async () => {
    const before = await readdir(dirname(folder));
    await check(await voiced(), depsOf(noTranscriber).deps);
    const failing = depsOf({ ...noTranscriber, checkFrame: () => Promise.reject(new Error('no')) });
    await expect(check(await voiced(), failing.deps)).rejects.toThrow('no');
    const ending = new AbortController();
    const early = videoChecker(depsOf().deps)(at('voiced.mp4'), request, memoryStages(), ending.signal);
    ending.abort(new Error('cancelled'));
    for (const part of [early.visual, early.voice]) await expect(part).rejects.toThrow('cancelled');
    // What failed beside what went on is waited for.
    await expect.poll(() => readdir(dirname(folder))).toEqual(before);
  });

  it('fails in both deps if the file is no video', async () => {
    const { visual, voice } = videoChecker(depsOf().deps)(at('titles.srt'), request, memoryStages(), signal);
    for (const part of [visual, voice]) await expect(part).rejects.toMatchObject({ name: 'VideoError' });
  });

  it('of a test key looks at nothing of a video that is longer than ten seconds', async () => {
    const { deps, checked } = depsOf();
    const path = at('long.mp4');
    await ffmpeg(...still(12), ...small, path);
    const asked = { ...request, scope: { ...request.scope, tenantId: testTenantOf('') } };
    const { visual, voice } = videoChecker(deps)(path, asked, memoryStages(), signal);
    for (const part of [visual, voice]) await expect(part).rejects.toThrow('videos of at most 10 s');
    expect(checked).toEqual([]);
    await check(path, deps);
    expect(checked).not.toEqual([]);
  });

  it('fails with a reason if this machine cannot decode videos, and does not pass', async () => {
    const { deps } = depsOf({ programs: { ...programs, ffprobe: 'redline-no-such-program' } });
    const { visual } = videoChecker(deps)(at('voiced.mp4'), request, memoryStages(), signal);
    await expect(visual).rejects.toMatchObject({
      name: 'VideosNotConfiguredError',
      message: expect.stringMatching(/lacks ffmpeg/),
    });
  });
});
