import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { extractAudio, type Voice } from '../src/clients/ffmpeg/extract-audio.ts';
import { inPrivateFolder } from '../src/clients/private-folder.ts';
import { programRunner } from '../src/clients/programs/run-program.ts';
import { speechFinder } from '../src/clients/speech/find-speech.ts';
import { createVoiceActivityProcess } from '../src/clients/speech/voice-activity-process.ts';
import { gapsBetween } from '../src/domain/videos/silences.ts';
import type { Span } from '../src/domain/videos/timed-text.ts';
import { testSandbox } from '../test/sandbox.ts';
import { speakers } from './voices/sentences.ts';
import { type Background, music, noise, randomOf, rate } from './voices/sounds.ts';
import { clean, over, type Track, wavOf } from './voices/tracks.ts';

/**
 * Measures how many sentences of synthetic voices are found as segments, in three languages, clean and over noise and
 * music: by pauses of ffmpeg's `silencedetect`, which were all there was, and by voice activity. A sentence is found if a
 * segment begins within 0.6 s of its beginning, and one ends within 0.6 s of its end; it is whole if that is one segment.
 * Needs espeak-ng, which nothing else does. A number as argument makes other mixtures: 1 unless given.
 */
const run = promisify(execFile);
const say = (line: string) => process.stdout.write(`${line}\n`);
const { signal } = new AbortController();
const edgeSeconds = 0.6;

const backgrounds: readonly (readonly [name: string, background: Background | null, decibels: number])[] = [
  ['clean', null, 0],
  ['noise, 10 dB below', noise, 10],
  ['noise, 5 dB below', noise, 5],
  ['music, 6 dB below', music, 6],
  ['music, as loud', music, 0],
];

await run('espeak-ng', ['--version']).catch(() => {
  say('espeak-ng is missing: apt-get install espeak-ng');
  process.exit(1);
});
const sandbox = await testSandbox();
const programs = { run: programRunner(sandbox), ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' };
const activity = createVoiceActivityProcess({ sandbox, timeoutMs: 60_000, callsMax: 1_000 });
const findSpeech = speechFinder(activity);
try {
  let seed = Number(process.argv[2] ?? 1);
  for (const [name, background, decibels] of backgrounds) {
    for (const speaker of speakers) {
      const counts = { pauses: emptyCount(), activity: emptyCount() };
      let [soundSeconds, elapsedMs] = [0, 0];
      for (const voice of speaker.voices) {
        const spoken = await clean(speaker, voice, seed++);
        const track = background ? over(spoken, background, decibels, seed++) : spoken;
        await withDecoded(track, async (decoded) => {
          add(counts.pauses, track, gapsBetween(decoded.pauses, decoded.durationSeconds));
          const startMs = performance.now();
          add(counts.activity, track, await findSpeech(decoded, signal));
          elapsedMs += performance.now() - startMs;
          soundSeconds += decoded.durationSeconds;
        });
      }
      const speed = `${(elapsedMs / soundSeconds).toFixed(1)} ms a second`;
      say(
        `${name}, ${speaker.language}: pauses ${shown(counts.pauses)}; activity ${shown(counts.activity)}, ${speed}`,
      );
    }
  }
  for (const [name, background] of [
    ['noise', noise],
    ['music', music],
  ] as const) {
    const alone = { sound: background(rate * 120, randomOf(seed++)), sentences: [] };
    const spans = await withDecoded(alone, (decoded) => findSpeech(decoded, signal));
    const seconds = spans.reduce((sum, span) => sum + span.endSeconds - span.startSeconds, 0);
    say(`${name} alone, 120 s: ${spans.length} segments, ${seconds.toFixed(1)} s`);
  }
} finally {
  await activity.close();
}

/** Decodes a track as the product does, from an MP4 with AAC. */
function withDecoded<T>({ sound }: Track, use: (voice: Voice) => Promise<T>): Promise<T> {
  return inPrivateFolder(async (folder) => {
    const [wav, path] = [join(folder, 'track.wav'), join(folder, 'track.mp4')];
    await writeFile(wav, wavOf(sound));
    await run('ffmpeg', ['-v', 'error', '-y', '-nostdin', '-i', wav, '-c:a', 'aac', '-b:a', '96k', path]);
    const probe = {
      durationSeconds: sound.length / rate,
      width: 0,
      height: 0,
      videoStream: 0,
      audioStream: 0,
      subtitleStream: null,
    };
    const { voice } = await extractAudio(programs, { path, probe, folder, signal });
    if (!voice) throw new Error('there is no sound');
    return use(voice);
  });
}

interface Count {
  sentences: number;
  found: number;
  whole: number;
  worstSeconds: number;
}
function emptyCount(): Count {
  return { sentences: 0, found: 0, whole: 0, worstSeconds: 0 };
}

function add(count: Count, { sentences }: Track, segments: readonly Span[]): void {
  for (const { startSeconds, endSeconds } of sentences) {
    const begins = segments.filter((one) => Math.abs(one.startSeconds - startSeconds) <= edgeSeconds);
    const ends = segments.filter((one) => Math.abs(one.endSeconds - endSeconds) <= edgeSeconds);
    count.sentences++;
    if (begins.length === 0 || ends.length === 0) continue;
    count.found++;
    if (begins.some((one) => ends.includes(one))) count.whole++;
    const off = (edges: readonly number[]) => Math.min(...edges.map((edge) => Math.abs(edge)));
    const worst = Math.max(
      off(begins.map((one) => one.startSeconds - startSeconds)),
      off(ends.map((one) => one.endSeconds - endSeconds)),
    );
    count.worstSeconds = Math.max(count.worstSeconds, worst);
  }
}

function shown({ sentences, found, whole, worstSeconds }: Count): string {
  return `${found} of ${sentences} (${whole} whole, edges within ${worstSeconds.toFixed(2)} s)`;
}
