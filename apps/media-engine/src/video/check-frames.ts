import { createReadStream } from 'node:fs';
import type { BlobStore } from '@redline/service-kit/blob';
import { type TakenFrame, takeFrames } from '../clients/ffmpeg/extract-frames.ts';
import type { VideoPrograms } from '../clients/ffmpeg/run-ffmpeg.ts';
import { PictureFault } from '../clients/images/image-error.ts';
import { inPrivateFolder } from '../clients/private-folder.ts';
import type { Ask, Detector } from '../domain/detection.ts';
import type { Probe } from '../domain/videos/probe.ts';
import type { SeenFrame, VisualReport } from '../domain/videos/reports.ts';
import type { Stages } from '../domain/videos/stages.ts';
import { coverageOver, keptFrames, type Look, spread } from '../domain/videos/stored-frames.ts';

/** Has detectors look at a picture, but for those to skip. */
export type LookAtFrame = (
  path: string,
  ask: Ask,
  signal: AbortSignal,
  options: { readonly skip: readonly Detector[] },
) => Promise<Look>;

export interface FrameParts {
  readonly programs: VideoPrograms;
  readonly look: LookAtFrame;
  readonly blobs: Pick<BlobStore, 'put'>;
}

interface Work {
  readonly path: string;
  readonly probe: Probe;
  readonly ask: Ask & { readonly checkId: string };
  readonly stages: Stages;
  readonly signal: AbortSignal;
}

/** Frames looked at side by side: a detector waits for another process most of its time. */
const sideBySide = 2;
/** Frames that a vision model is shown, at even distance where there are more: each is a question that costs. */
const visionFramesMax = 60;

/**
 * Takes frames out of a video and has them looked at. Each look is kept as a stage, by the time of its frame, so that
 * another engine takes the frames again, which costs seconds, and looks only at those that nobody has looked at.
 * @throws VideoFault for what cannot be decoded; what a look throws; the signal's reason
 */
export function reportFrames(parts: FrameParts, work: Work): Promise<VisualReport> {
  return inPrivateFolder(async (folder) => {
    const { path, probe, signal, ask } = work;
    const { durationSeconds, frames } = await takeFrames(parts.programs, { path, probe, folder, signal });
    const looks = await lookAtAll(parts.look, frames, work);
    const kept: SeenFrame[] = [];
    for (const place of keptFrames(looks)) {
      const [frame, look] = [frames[place], looks[place]];
      if (!frame || !look) continue;
      const imageKey = `frames/${ask.checkId}/${millisecondsOf(frame)}.jpg`;
      await parts.blobs.put(imageKey, createReadStream(frame.path), { contentType: 'image/jpeg' });
      const { timeSeconds } = frame;
      kept.push({ timeSeconds, imageKey, ocrText: look.ocrText, detections: look.detections });
    }
    const { width, height } = probe;
    return { durationSeconds, width, height, frames: kept, coverage: coverageOver(looks) };
  });
}

const millisecondsOf = ({ timeSeconds }: TakenFrame): string =>
  String(Math.round(timeSeconds * 1_000)).padStart(8, '0');

async function lookAtAll(
  look: LookAtFrame,
  frames: readonly TakenFrame[],
  work: Work,
): Promise<readonly Look[]> {
  const forVision = new Set(spread([...frames.keys()], visionFramesMax));
  const looks: Look[] = [];
  const next = frames.entries();
  let hasFailed = false;
  const lookOn = async () => {
    for (const [place, frame] of next) {
      if (hasFailed) return;
      const skip: readonly Detector[] = forVision.has(place) ? [] : ['vision'];
      try {
        looks[place] = await lookOnce(look, frame, skip, work);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  // All have ended before the folder goes in which they look.
  const ended = await Promise.allSettled(Array.from({ length: sideBySide }, lookOn));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return looks;
}

async function lookOnce(
  look: LookAtFrame,
  frame: TakenFrame,
  skip: readonly Detector[],
  { ask, stages, signal }: Work,
): Promise<Look> {
  const name = `look:${millisecondsOf(frame)}`;
  const kept = stages.get<Look>(name);
  if (kept) return kept;
  const { detections, coverage, ocrText } = await look(frame.path, ask, signal, { skip }).catch(unseen);
  const seen = { detections, coverage, ocrText };
  await stages.keep(name, seen);
  return seen;
}

/** A frame that cannot be read was not looked at, and the record says so. */
function unseen(error: unknown): Look {
  if (!(error instanceof PictureFault)) throw error;
  const failed = (['text', 'codes', 'nudity'] as const).map((detector) => ({
    detector,
    status: 'failed' as const,
  }));
  return { detections: [], coverage: failed, ocrText: '' };
}
