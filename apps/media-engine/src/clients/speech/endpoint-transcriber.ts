import type { Transcribe } from '@redline/ai';
import { sentencesOf, timedByPauses } from '../../domain/videos/sentences.ts';
import { wavOf } from '../ffmpeg/wav.ts';
import type { Transcriber } from './transcriber.ts';

/**
 * Creates the transcriber that asks an endpoint. Sentences have its times or, if it returns none, times by where somebody
 * speaks.
 */
export const endpointTranscriber = (transcribe: Transcribe, languages: readonly string[]): Transcriber => ({
  languages,
  async transcribe({ path, startSeconds, endSeconds, speech, sounds, language }) {
    const part = { startSeconds, endSeconds };
    const audio = await wavOf(path, part);
    const durationSeconds = endSeconds - startSeconds;
    const { text, segments } = await transcribe({ audio, filename: 'voice.wav', durationSeconds, language });
    if (text === '') return [];
    const spoken = [speech, sounds].find((spans) => spans.length > 0);
    if (!segments) return timedByPauses(text, spoken ?? [part]);
    const moved = segments.map((segment) => ({
      ...segment,
      startSeconds: segment.startSeconds + startSeconds,
      endSeconds: segment.endSeconds + startSeconds,
    }));
    return sentencesOf(moved);
  },
});
