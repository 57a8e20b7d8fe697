import { type TakenVoice, takeVoice } from '../clients/ffmpeg/extract-audio.ts';
import { probeVideo } from '../clients/ffmpeg/probe-video.ts';
import { VideoFault, VideosNotConfigured } from '../clients/ffmpeg/video-error.ts';
import { inPrivateFolder } from '../clients/private-folder.ts';
import { ProgramFault } from '../clients/programs/program-error.ts';
import type { Ask } from '../domain/detection.ts';
import type { VisualReport, VoiceReport } from '../domain/videos/reports.ts';
import type { Stages } from '../domain/videos/stages.ts';
import { type FrameParts, reportFrames } from './check-frames.ts';
import { reportVoice, type VoiceParts } from './check-voice.ts';

/** What a check of a video asks. */
export interface VideoAsk extends Ask {
  readonly checkId: string;
  /** The approved text that the speaker was to keep to; null where none is linked. */
  readonly script: string | null;
}

/**
 * Watches and hears the video in a file, which stays where it is. What was done is kept in stages, so that another engine
 * goes on where this one ends: what was probed, each frame that was looked at, each part that was heard, each report.
 * @returns both at once, as either may be ready long before the other. Both reject with a VideoFault for what is no
 *   video or cannot be decoded; with VideosNotConfigured where nothing here decodes any; with what a detector throws that the whole check should be tried
 *   again for, such as rules that do not answer; with the signal's reason
 */
export type WatchVideo = (
  path: string,
  ask: VideoAsk,
  stages: Stages,
  signal: AbortSignal,
) => { readonly visual: Promise<VisualReport>; readonly voice: Promise<VoiceReport> };

export type VideoParts = FrameParts & VoiceParts;

export const videoWatcher = (parts: VideoParts): WatchVideo => {
  return (path, ask, stages, signal) => {
    const work = { path, ask, stages, signal };
    const probing = once(stages, 'probe', () => here(() => probeVideo(parts.programs, path, signal)));
    const visual = once(stages, 'visual', async () => {
      const probe = await probing;
      return here(() => reportFrames(parts, { ...work, probe }));
    });
    const voice = once(stages, 'voice', async () => {
      const probe = await probing;
      return inPrivateFolder(async (folder) => {
        const taken = await heardOf(parts, () => takeVoice(parts.programs, { path, probe, folder, signal }));
        return reportVoice(parts, taken, work);
      });
    });
    // Whoever waits for one of them first must not be ended by the other.
    for (const promise of [visual, voice]) promise.catch(() => undefined);
    return { visual, voice };
  };
};

/** A video whose sound alone cannot be decoded is still seen. */
async function heardOf(parts: VoiceParts, take: () => Promise<TakenVoice>): Promise<TakenVoice | null> {
  try {
    return await take();
  } catch (error) {
    if (!(error instanceof VideoFault)) throw error;
    parts.onFailure('transcription', error);
    return null;
  }
}

/** A stage is done once over all attempts. */
async function once<T>(stages: Stages, name: string, work: () => Promise<T>): Promise<T> {
  const kept = stages.get<T>(name);
  if (kept !== undefined) return kept;
  const value = await work();
  await stages.keep(name, value);
  return value;
}

/** Without its programs this engine decodes nothing. */
async function here<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProgramFault && error.kind === 'missing') throw new VideosNotConfigured();
    throw error;
  }
}
