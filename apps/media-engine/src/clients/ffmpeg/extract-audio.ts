import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Probe } from '../../domain/videos/probe.ts';
import { gapsBetween, readSilences } from '../../domain/videos/silences.ts';
import { readSubtitles } from '../../domain/videos/subtitles.ts';
import type { Span, TimedText } from '../../domain/videos/timed-text.ts';
import {
  durationSecondsMax,
  inputGuards,
  inputOf,
  limitsFor,
  runOnVideo,
  type VideoPrograms,
} from './run-ffmpeg.ts';

/** The sound of a video as one channel of 16-bit samples at 16 kHz, the input of speech models. */
export interface Voice {
  /** Path of the raw samples, without a header. */
  readonly path: string;
  readonly durationSeconds: number;
  /** Times without speech, though there may be noise. */
  readonly pauses: readonly Span[];
  /** Times with any sound; none in a silent track. */
  readonly sounds: readonly Span[];
}

export const sampleRate = 16_000;
export const sampleBytes = 2;

/** The sound and the subtitles of a video. */
export interface ExtractedAudio {
  /** Null if there is no audio track. */
  readonly voice: Voice | null;
  readonly subtitles: readonly TimedText[];
}

interface Video {
  readonly path: string;
  readonly probe: Probe;
  /** A private folder, which the caller removes. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

const subtitleBytesMax = 4 * 2 ** 20;
/** Assumed for a file that does not declare its length. */
const unknownSeconds = 1_800;
/** Speech is louder than the first, except for its pauses; nothing below the second is audible. */
const level = { pause: '-35dB', silence: '-60dB' };

/**
 * Extracts sound and subtitles from a video.
 * @throws VideoError if they cannot be decoded
 */
export async function extractAudio(programs: VideoPrograms, video: Video): Promise<ExtractedAudio> {
  const { audioStream, subtitleStream } = video.probe;
  const voice = audioStream === null ? null : await decodeVoice(programs, video, audioStream);
  const subtitles = subtitleStream === null ? [] : await decodeSubtitles(programs, video, subtitleStream);
  return { voice, subtitles };
}

async function decodeVoice(programs: VideoPrograms, video: Video, stream: number): Promise<Voice> {
  const detect = (noise: string, seconds: number, file: string) =>
    `silencedetect=noise=${noise}:d=${seconds},ametadata=mode=print:file=${file}`;
  const graph = [
    `[0:${stream}]aresample=${sampleRate},asplit[a][b]`,
    `[a]${detect(level.pause, 0.35, 'pauses.txt')},aformat=sample_fmts=s16:channel_layouts=mono[voice]`,
    `[b]${detect(level.silence, 0.5, 'silences.txt')}[silent]`,
  ].join(';');
  const outputs = [
    ...['-map', '[voice]', '-c:a', 'pcm_s16le', '-f', 's16le', 'voice.pcm'],
    ...['-map', '[silent]', '-f', 'null', '-'],
  ];
  await runFfmpeg(
    programs,
    video,
    ['-filter_complex', graph, ...outputs],
    durationSecondsMax * sampleRate * sampleBytes,
  );
  const path = join(video.folder, 'voice.pcm');
  const durationSeconds = (await stat(path)).size / (sampleRate * sampleBytes);
  const silencesOf = async (file: string) =>
    readSilences(await textOf(join(video.folder, file)), durationSeconds);
  return {
    path,
    durationSeconds,
    pauses: await silencesOf('pauses.txt'),
    sounds: gapsBetween(await silencesOf('silences.txt'), durationSeconds),
  };
}

async function decodeSubtitles(
  programs: VideoPrograms,
  video: Video,
  stream: number,
): Promise<readonly TimedText[]> {
  const file = 'subtitles.srt';
  await runFfmpeg(
    programs,
    video,
    ['-map', `0:${stream}`, '-c:s', 'subrip', '-f', 'srt', file],
    subtitleBytesMax,
  );
  return readSubtitles(await textOf(join(video.folder, file)));
}

async function runFfmpeg(
  programs: VideoPrograms,
  { path, probe, folder, signal }: Video,
  outputs: readonly string[],
  fileBytes: number,
): Promise<void> {
  const limits = limitsFor(probe.durationSeconds ?? unknownSeconds, fileBytes);
  const input = [...inputGuards, '-t', `${durationSecondsMax}`, '-i', inputOf(path)];
  const args = ['-v', 'error', '-nostdin', ...input, ...outputs];
  await runOnVideo(programs, 'ffmpeg', { path, args, limits, signal, folder });
}

/** ffmpeg writes no file where it has nothing to write. */
const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
