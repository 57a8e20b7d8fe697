import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { framePlan, gapSecondsMin, sceneScoreMin } from '../../domain/videos/frame-plan.ts';
import type { FrameSample } from '../../domain/videos/frame-sample.ts';
import { endSeconds, frameTimes } from '../../domain/videos/frame-times.ts';
import type { Probe } from '../../domain/videos/probe.ts';
import { distinctFrames, thumbnailBytes, thumbnailSize } from '../../domain/videos/thumbnail.ts';
import { tooLong } from './probe-video.ts';
import {
  durationSecondsMax,
  inputGuards,
  inputOf,
  limitsFor,
  runOnVideo,
  type VideoPrograms,
} from './run-ffmpeg.ts';
import { VideoError } from './video-error.ts';

/** A frame that differs from earlier ones, as a JPEG. */
export interface ExtractedFrame {
  readonly timeSeconds: number;
  readonly path: string;
}

export interface ExtractedFrames {
  /** Decoded length, whatever the file declares: of picture or sound, whichever ends last. */
  readonly durationSeconds: number;
  readonly frames: readonly ExtractedFrame[];
  /** Every moment that was looked at, and which of these frames it shows. */
  readonly samples: readonly FrameSample[];
}

/** Longer edges are scaled down to this: full HD stays as it is. */
const edgeMax = 1_920;
const frameBytesMax = 8 * 2 ** 20;
/** Assumed for a file that does not declare its length. */
const unknownSeconds = 1_800;
/** A file may be this much shorter than it declares and still be complete. */
const tolerated = { seconds: 2, share: 0.05 };

/**
 * Decodes a video once: extracts frames at changes and at even intervals, and measures its length. Frames come with
 * thumbnails, by which those that repeat an earlier frame are left out.
 * @param folder a private folder, which the caller removes
 * @throws VideoError if the video cannot be decoded, or is cut off
 */
export async function extractFrames(
  programs: VideoPrograms,
  { path, probe, folder, signal }: { path: string; probe: Probe; folder: string; signal: AbortSignal },
): Promise<ExtractedFrames> {
  const declared = probe.durationSeconds ?? unknownSeconds;
  const { spacingSeconds, framesMax } = framePlan(declared);
  const fileBytes = Math.max(frameBytesMax, framesMax * thumbnailBytes);
  const { stdout } = await runOnVideo(programs, 'ffmpeg', {
    path,
    args: argsOf(path, probe, spacingSeconds, framesMax),
    limits: limitsFor(declared, fileBytes),
    signal,
    folder,
  });
  const durationSeconds = endSeconds(stdout.toString('utf8')) ?? 0;
  if (durationSeconds > durationSecondsMax) throw tooLong();
  const times = frameTimes(await read(folder, timesFile).then(String));
  const thumbnails = cut(await read(folder, thumbnailsFile)).slice(0, times.length);
  if (thumbnails.length === 0) throw new VideoError('no picture of the video can be decoded');
  const missingSeconds = declared - durationSeconds;
  if (
    probe.durationSeconds !== null &&
    missingSeconds > Math.max(tolerated.seconds, declared * tolerated.share)
  )
    throw new VideoError('the video breaks off: the file is shorter than it says');
  const { distinct, shown } = distinctFrames(thumbnails);
  const frames = distinct.map((place) => ({
    timeSeconds: times[place] ?? 0,
    path: join(folder, `frame-${String(place + 1).padStart(6, '0')}.jpg`),
  }));
  const samples = shown.map((frame, place) => ({ timeSeconds: times[place] ?? 0, frame }));
  return { durationSeconds, frames, samples };
}

const timesFile = 'times.txt';
const thumbnailsFile = 'thumbnails.gray';

const read = (folder: string, name: string): Promise<Buffer> =>
  readFile(join(folder, name)).catch(() => Buffer.alloc(0));

function argsOf(path: string, probe: Probe, spacingSeconds: number, framesMax: number): readonly string[] {
  const since = 't-prev_selected_t';
  const select = `eq(n,0)+gt(scene,${sceneScoreMin})*gte(${since},${gapSecondsMin})+gte(${since},${spacingSeconds.toFixed(3)})`;
  const shrink = `scale=w='min(${edgeMax},iw)':h='min(${edgeMax},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`;
  const { width, height } = thumbnailSize;
  const graph = [
    `[0:${probe.videoStream}]select='${select}',metadata=mode=print:file=${timesFile},${shrink},split[picture][small]`,
    `[small]scale=${width}:${height}:flags=area,format=gray[thumbnail]`,
  ].join(';');
  const frames = ['-fps_mode', 'passthrough', '-frames:v', `${framesMax}`];
  return [
    ...['-v', 'error', '-nostdin', '-progress', 'pipe:1', '-stats_period', '5'],
    ...[
      ...inputGuards,
      '-threads',
      '2',
      '-t',
      `${durationSecondsMax + 10}`,
      '-i',
      inputOf(path),
      '-filter_complex_threads',
      '1',
    ],
    ...['-filter_complex', graph],
    ...['-map', '[picture]', ...frames, '-q:v', '3', '-f', 'image2', 'frame-%06d.jpg'],
    ...['-map', '[thumbnail]', ...frames, '-c:v', 'rawvideo', '-f', 'rawvideo', thumbnailsFile],
    // Read without decoding, to measure where picture and sound end.
    ...['-map', `0:${probe.videoStream}`],
    ...(probe.audioStream === null ? [] : ['-map', `0:${probe.audioStream}`]),
    ...['-c', 'copy', '-f', 'null', '-'],
  ];
}

const cut = (thumbnails: Buffer): readonly Uint8Array[] =>
  Array.from({ length: Math.floor(thumbnails.length / thumbnailBytes) }, (_, place) =>
    thumbnails.subarray(place * thumbnailBytes, (place + 1) * thumbnailBytes),
  );
