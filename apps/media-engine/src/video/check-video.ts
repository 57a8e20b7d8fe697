import { testLimits } from '@redline/contracts';
import { type ExtractedAudio, extractAudio } from '../clients/ffmpeg/extract-audio.ts';
import { probeVideo } from '../clients/ffmpeg/probe-video.ts';
import type { VideoPrograms } from '../clients/ffmpeg/run-ffmpeg.ts';
import { VideoError, VideosNotConfiguredError } from '../clients/ffmpeg/video-error.ts';
import { inPrivateFolder } from '../clients/private-folder.ts';
import { ProgramError } from '../clients/programs/program-error.ts';
import type { CheckRequest } from '../domain/detection.ts';
import { isTooLongForTests } from '../domain/videos/declared.ts';
import type { VisualReport, VoiceReport } from '../domain/videos/reports.ts';
import type { Stages } from '../domain/videos/stages.ts';
import { checkFrames, type FrameCheckDeps } from './check-frames.ts';
import { checkVoice, type VoiceCheckDeps } from './check-voice.ts';

/** The context of a video check. */
export interface VideoCheckRequest extends CheckRequest {
  readonly checkId: string;
  /** The approved text that the speaker was to keep to; null if none is linked. */
  readonly script: string | null;
}

/**
 * Checks the frames and the voice of the video in a file, side by side. The file stays where it is. Results of steps are
 * stored as stages (the probe, each checked frame, each transcribed part, both reports), so that another engine continues
 * where this one ended.
 * @returns both reports, as either may be ready long before the other. Both reject with a VideoError if the file is no
 *   video or cannot be decoded; with VideosNotConfiguredError if this installation decodes no videos; with any error for
 *   which the whole check should be retried, such as rules that do not answer; with the signal's reason
 */
export type CheckVideo = (
  path: string,
  request: VideoCheckRequest,
  stages: Stages,
  signal: AbortSignal,
) => { readonly visual: Promise<VisualReport>; readonly voice: Promise<VoiceReport> };

export interface VideoCheckDeps extends FrameCheckDeps, VoiceCheckDeps {
  readonly programs: VideoPrograms;
}

export const videoChecker = (deps: VideoCheckDeps): CheckVideo => {
  const { programs } = deps;
  return (path, request, stages, signal) => {
    const video = { path, request, stages, signal };
    // Names of stages are stored: engines of another version read them.
    const probing = once(stages, 'probe', () =>
      withPrograms(async () => {
        const probe = await probeVideo(programs, path, signal);
        if (isTooLongForTests(request.scope, probe.durationSeconds)) throw tooLongForTests();
        return probe;
      }),
    );
    const visual = once(stages, 'visual', async () => {
      const probe = await probing;
      return withPrograms(() => checkFrames(deps, { ...video, probe }));
    });
    const voice = once(stages, 'voice', async () => {
      const probe = await probing;
      return inPrivateFolder(async (folder) => {
        const audio = await decodableAudio(deps, () =>
          extractAudio(programs, { path, probe, folder, signal }),
        );
        return checkVoice(deps, audio, video);
      });
    });
    // The caller awaits them one after the other: one that rejects meanwhile must not end the process.
    for (const promise of [visual, voice]) promise.catch(() => undefined);
    return { visual, voice };
  };
};

const tooLongForTests = () =>
  new VideoError(`a test key checks videos of at most ${testLimits.videoSecondsMax} s`);

/** Returns null if the audio cannot be decoded: the frames of such a video are checked all the same. */
async function decodableAudio(
  { onFailure }: VoiceCheckDeps,
  extract: () => Promise<ExtractedAudio>,
): Promise<ExtractedAudio | null> {
  try {
    return await extract();
  } catch (error) {
    if (!(error instanceof VideoError)) throw error;
    onFailure('transcription', error);
    return null;
  }
}

/** Does a step once over all attempts. */
async function once<T>(stages: Stages, name: string, work: () => Promise<T>): Promise<T> {
  const stored = stages.get<T>(name);
  if (stored !== undefined) return stored;
  const value = await work();
  await stages.put(name, value);
  return value;
}

/** @throws VideosNotConfiguredError if a program is missing */
async function withPrograms<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProgramError && error.kind === 'missing') throw new VideosNotConfiguredError();
    throw error;
  }
}
