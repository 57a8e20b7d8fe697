import { joinSpans } from '../../domain/videos/join-spans.ts';
import { partsOf } from '../../domain/videos/silences.ts';
import type { Span } from '../../domain/videos/timed-text.ts';
import type { Voice } from '../ffmpeg/extract-audio.ts';
import type { VoiceActivityProcess } from './voice-activity-process.ts';

/**
 * Finds where somebody speaks in the sound of a video.
 * @returns in order, apart from each other
 * @throws Error if it could not be found out; the signal's reason
 */
export type FindSpeech = (
  voice: Pick<Voice, 'path' | 'durationSeconds' | 'pauses'>,
  signal: AbortSignal,
) => Promise<readonly Span[]>;

/** Two seconds of computing time: far from what a call may take, on a busy machine too. */
const partSecondsMax = 300;

/** Finds speech by voice activity, part by part, in a process of its own. */
export const speechFinder =
  (process: Pick<VoiceActivityProcess, 'call'>): FindSpeech =>
  async ({ path, durationSeconds, pauses }, signal) => {
    const spans: Span[] = [];
    const parts = partsOf(pauses, durationSeconds, partSecondsMax);
    for (const part of parts) spans.push(...(await process.call('find', { path, ...part }, signal)));
    return joinSpans(
      spans,
      parts.map(({ startSeconds }) => startSeconds),
    );
  };
