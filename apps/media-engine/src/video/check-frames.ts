import { createReadStream } from 'node:fs';
import type { BlobStore } from '@redline/service-kit/blob';
import { type ExtractedFrame, extractFrames } from '../clients/ffmpeg/extract-frames.ts';
import type { VideoPrograms } from '../clients/ffmpeg/run-ffmpeg.ts';
import { ImageError } from '../clients/images/image-error.ts';
import { inPrivateFolder } from '../clients/private-folder.ts';
import type { Evaluate } from '../clients/text-engine.ts';
import type { CheckRequest, DetectorName } from '../domain/detection.ts';
import type { Probe } from '../domain/videos/probe.ts';
import type { StoredCaption, StoredFrame, VisualReport } from '../domain/videos/reports.ts';
import type { Stages } from '../domain/videos/stages.ts';
import {
  chooseFrames,
  coverageOfFrames,
  evenlySpaced,
  type FrameReport,
} from '../domain/videos/stored-frames.ts';
import { checkCaptions } from './check-captions.ts';

/** Checks a frame as an image, except for the detectors to skip. */
type CheckFrame = (
  path: string,
  request: CheckRequest,
  signal: AbortSignal,
  options: { readonly skip: readonly DetectorName[] },
) => Promise<FrameReport>;

export interface FrameCheckDeps {
  readonly programs: VideoPrograms;
  readonly checkFrame: CheckFrame;
  readonly evaluate: Evaluate;
  readonly blobs: Pick<BlobStore, 'put'>;
}

interface Video {
  readonly path: string;
  readonly probe: Probe;
  readonly request: CheckRequest & { readonly checkId: string };
  readonly stages: Stages;
  readonly signal: AbortSignal;
}

/** Frames checked at the same time: most of the time, a detector waits for another process. */
const framesAtOnce = 2;
/** Frames that a vision model gets, evenly spaced if there are more: each costs a request to it. */
const visionFramesMax = 60;

/**
 * Extracts the frames of a video, checks each as an image, joins the text on them to captions, and stores the pictures of
 * those that the record shows. Each report on a frame is a stage, by the time of its frame: another engine extracts the frames again, which takes seconds,
 * and checks only those that have no report.
 * @throws VideoError if the video cannot be decoded; what `checkFrame` throws; the signal's reason
 */
export function checkFrames(deps: FrameCheckDeps, video: Video): Promise<VisualReport> {
  return inPrivateFolder(async (folder) => {
    const { path, probe, signal, request } = video;
    const extracted = await extractFrames(deps.programs, { path, probe, folder, signal });
    const { durationSeconds, frames, samples } = extracted;
    const alone = await checkAll(deps.checkFrame, frames, video);
    const { captions, detections } = await checkCaptions(deps.evaluate, request, {
      samples,
      reports: alone,
      durationSeconds,
    });
    const reports = alone.map((report, place) => ({ ...report, detections: detections[place] ?? [] }));
    const stored: StoredFrame[] = [];
    for (const place of chooseFrames(reports)) {
      const [frame, report] = [frames[place], reports[place]];
      if (!frame || !report) continue;
      const imageKey = `frames/${request.checkId}/${millisecondsOf(frame)}.jpg`;
      await deps.blobs.put(imageKey, createReadStream(frame.path), { contentType: 'image/jpeg' });
      const { timeSeconds } = frame;
      stored.push({ timeSeconds, imageKey, ocrText: report.ocrText, detections: report.detections });
    }
    const { width, height } = probe;
    return {
      durationSeconds,
      width,
      height,
      frames: withCaptionsOf(stored, captions),
      coverage: coverageOfFrames(reports),
    };
  });
}

/** Puts each caption to the stored frame on which it begins, or the one before; those before all to the first one. */
function withCaptionsOf(
  frames: readonly StoredFrame[],
  captions: readonly StoredCaption[],
): readonly StoredFrame[] {
  const placeOf = ({ startSeconds }: StoredCaption) =>
    Math.max(
      0,
      frames.findLastIndex(({ timeSeconds }) => timeSeconds <= startSeconds),
    );
  const byFrame = Map.groupBy(captions, placeOf);
  return frames.map((frame, place) => ({ ...frame, captions: byFrame.get(place) ?? [] }));
}

const millisecondsOf = ({ timeSeconds }: ExtractedFrame): string =>
  String(Math.round(timeSeconds * 1_000)).padStart(8, '0');

async function checkAll(
  checkFrame: CheckFrame,
  frames: readonly ExtractedFrame[],
  video: Video,
): Promise<readonly FrameReport[]> {
  const forVision = new Set(evenlySpaced([...frames.keys()], visionFramesMax));
  const reports: FrameReport[] = [];
  const next = frames.entries();
  let hasFailed = false;
  const checkNext = async () => {
    for (const [place, frame] of next) {
      if (hasFailed) return;
      const skip: readonly DetectorName[] = forVision.has(place) ? [] : ['vision'];
      try {
        reports[place] = await checkOnce(checkFrame, frame, skip, video);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  // All have ended before the folder of the frames is removed.
  const ended = await Promise.allSettled(Array.from({ length: framesAtOnce }, checkNext));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return reports;
}

async function checkOnce(
  checkFrame: CheckFrame,
  frame: ExtractedFrame,
  skip: readonly DetectorName[],
  { request, stages, signal }: Video,
): Promise<FrameReport> {
  // The name of a stored row: engines of another version read it.
  const name = `look:${millisecondsOf(frame)}`;
  const stored = stages.get<FrameReport>(name);
  if (stored) return stored;
  const checked = await checkFrame(frame.path, request, signal, { skip }).catch(unreadableFrame);
  const { detections, coverage, ocrText, lines } = checked;
  const report: FrameReport = { detections, coverage, ocrText, ...(lines ? { lines } : {}) };
  await stages.put(name, report);
  return report;
}

/** Returns the report on a frame that cannot be decoded: its detectors have failed, and the record says so. */
function unreadableFrame(error: unknown): FrameReport {
  if (!(error instanceof ImageError)) throw error;
  const failed = (['text', 'codes', 'nudity'] as const).map((detector) => ({
    detector,
    status: 'failed' as const,
  }));
  return { detections: [], coverage: failed, ocrText: '' };
}
