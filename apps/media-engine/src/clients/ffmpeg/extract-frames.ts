import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { framePlan, gapSecondsMin, sceneScoreMin } from '../../domain/videos/frame-plan.ts';
import { endSeconds, frameTimes } from '../../domain/videos/frame-times.ts';
import type { Probe } from '../../domain/videos/probe.ts';
import { distinctFrames, thumbnailBytes, thumbnailSize } from '../../domain/videos/thumbnail.ts';
import { tooLong } from './probe-video.ts';
import {
  durationSecondsMax,
  guarded,
  inputOf,
  limitsFor,
  runOnVideo,
  type VideoPrograms,
} from './run-ffmpeg.ts';
import { VideoFault } from './video-error.ts';

/** A frame that shows something new, as a JPEG. */
export interface TakenFrame {
  readonly timeSeconds: number;
  readonly path: string;
}

export interface TakenFrames {
  /** Of the file as it was decoded, whatever it said: picture or sound, whichever ends last. */
  readonly durationSeconds: number;
  readonly frames: readonly TakenFrame[];
}

/** Longer edges are made so long: full HD is kept as it is. */
const edgeMax = 1_920;
const frameBytesMax = 8 * 2 ** 20;
/** Where a file does not say how long it is. */
const unknownSeconds = 1_800;
/** A file may end so much earlier than it says and still be whole. */
const missing = { seconds: 2, share: 0.05 };

/**
 * Decodes a video once: a frame at every change and at even distance, each also as a thumbnail that says whether it shows
 * anything new; and how long it really is.
 * @param folder a private one, which the caller removes
 * @throws VideoFault for what cannot be decoded, or breaks off
 */
export async function takeFrames(
  programs: VideoPrograms,
  { path, probe, folder, signal }: { path: string; probe: Probe; folder: string; signal: AbortSignal },
): Promise<TakenFrames> {
  const declared = probe.durationSeconds ?? unknownSeconds;
  const { spacingSeconds, framesMax } = framePlan(declared);
  const fileBytes = Math.max(frameBytesMax, framesMax * thumbnailBytes);
  const { stdout } = await runOnVideo(programs, 'ffmpeg', {
    ...{ args: argsOf(path, probe, spacingSeconds, framesMax), limits: limitsFor(declared, fileBytes) },
    ...{ signal, cwd: folder },
  });
  const durationSeconds = endSeconds(stdout.toString('utf8')) ?? 0;
  if (durationSeconds > durationSecondsMax) throw tooLong();
  const times = frameTimes(await read(folder, timesFile).then(String));
  const thumbnails = cut(await read(folder, thumbnailsFile)).slice(0, times.length);
  if (thumbnails.length === 0) throw new VideoFault('no picture of the video can be decoded');
  const lacks = declared - durationSeconds;
  if (probe.durationSeconds !== null && lacks > Math.max(missing.seconds, declared * missing.share))
    throw new VideoFault('the video breaks off: the file is shorter than it says');
  const frames = distinctFrames(thumbnails).map((place) => ({
    timeSeconds: times[place] ?? 0,
    path: join(folder, `frame-${String(place + 1).padStart(6, '0')}.jpg`),
  }));
  return { durationSeconds, frames };
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
      ...guarded,
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
    // Read and not decoded, to know where picture and sound really end.
    ...['-map', `0:${probe.videoStream}`],
    ...(probe.audioStream === null ? [] : ['-map', `0:${probe.audioStream}`]),
    ...['-c', 'copy', '-f', 'null', '-'],
  ];
}

const cut = (thumbnails: Buffer): readonly Uint8Array[] =>
  Array.from({ length: Math.floor(thumbnails.length / thumbnailBytes) }, (_, place) =>
    thumbnails.subarray(place * thumbnailBytes, (place + 1) * thumbnailBytes),
  );
