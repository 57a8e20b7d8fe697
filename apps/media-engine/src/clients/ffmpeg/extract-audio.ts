import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Probe } from '../../domain/videos/probe.ts';
import { readSilences, soundsBetween } from '../../domain/videos/silences.ts';
import { readSubtitles } from '../../domain/videos/subtitles.ts';
import type { Span, Spoken } from '../../domain/videos/timed-text.ts';
import {
  durationSecondsMax,
  guarded,
  inputOf,
  limitsFor,
  runOnVideo,
  type VideoPrograms,
} from './run-ffmpeg.ts';

/** The sound of a video as one channel of 16-bit samples, 16,000 a second: what speech models hear. */
export interface Voice {
  /** Bare samples, without a head. */
  readonly path: string;
  readonly durationSeconds: number;
  /** Where nobody speaks, though there may be noise. */
  readonly pauses: readonly Span[];
  /** Where anything can be heard at all; none in a silent track. */
  readonly sounds: readonly Span[];
}

export const sampleRate = 16_000;
export const sampleBytes = 2;

/** What a file holds besides its pictures. */
export interface TakenVoice {
  /** Null where there is no track. */
  readonly voice: Voice | null;
  readonly subtitles: readonly Spoken[];
}

interface Work {
  readonly path: string;
  readonly probe: Probe;
  /** A private one, which the caller removes. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

const subtitleBytesMax = 4 * 2 ** 20;
/** Where a file does not say how long it is. */
const unknownSeconds = 1_800;
/** Speech stays above the first but for its pauses; below the second nobody hears anything. */
const level = { pause: '-35dB', silence: '-60dB' };

/**
 * Takes sound and subtitles out of a video.
 * @throws VideoFault where they cannot be decoded
 */
export async function takeVoice(programs: VideoPrograms, work: Work): Promise<TakenVoice> {
  const { audioStream, subtitleStream } = work.probe;
  const voice = audioStream === null ? null : await decodeVoice(programs, work, audioStream);
  const subtitles = subtitleStream === null ? [] : await decodeSubtitles(programs, work, subtitleStream);
  return { voice, subtitles };
}

async function decodeVoice(programs: VideoPrograms, work: Work, stream: number): Promise<Voice> {
  const detect = (noise: string, seconds: number, file: string) =>
    `silencedetect=noise=${noise}:d=${seconds},ametadata=mode=print:file=${file}`;
  const graph = [
    `[0:${stream}]aresample=${sampleRate},asplit[a][b]`,
    `[a]${detect(level.pause, 0.35, 'pauses.txt')},aformat=sample_fmts=s16:channel_layouts=mono[voice]`,
    `[b]${detect(level.silence, 0.5, 'silences.txt')}[unheard]`,
  ].join(';');
  const outputs = [
    ...['-map', '[voice]', '-c:a', 'pcm_s16le', '-f', 's16le', 'voice.pcm'],
    ...['-map', '[unheard]', '-f', 'null', '-'],
  ];
  await runFfmpeg(
    programs,
    work,
    ['-filter_complex', graph, ...outputs],
    durationSecondsMax * sampleRate * sampleBytes,
  );
  const path = join(work.folder, 'voice.pcm');
  const durationSeconds = (await stat(path)).size / (sampleRate * sampleBytes);
  const silencesOf = async (file: string) =>
    readSilences(await textOf(join(work.folder, file)), durationSeconds);
  return {
    path,
    durationSeconds,
    pauses: await silencesOf('pauses.txt'),
    sounds: soundsBetween(await silencesOf('silences.txt'), durationSeconds),
  };
}

async function decodeSubtitles(
  programs: VideoPrograms,
  work: Work,
  stream: number,
): Promise<readonly Spoken[]> {
  const file = 'subtitles.srt';
  await runFfmpeg(
    programs,
    work,
    ['-map', `0:${stream}`, '-c:s', 'subrip', '-f', 'srt', file],
    subtitleBytesMax,
  );
  return readSubtitles(await textOf(join(work.folder, file)));
}

async function runFfmpeg(
  programs: VideoPrograms,
  { path, probe, folder, signal }: Work,
  outputs: readonly string[],
  fileBytes: number,
): Promise<void> {
  const limits = limitsFor(probe.durationSeconds ?? unknownSeconds, fileBytes);
  const input = [...guarded, '-t', `${durationSecondsMax}`, '-i', inputOf(path)];
  const args = ['-v', 'error', '-nostdin', ...input, ...outputs];
  await runOnVideo(programs, 'ffmpeg', { args, limits, signal, cwd: folder });
}

/** ffmpeg writes no file where it has nothing to write. */
const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
