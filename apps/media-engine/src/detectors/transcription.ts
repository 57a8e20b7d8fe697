import type { Transcribe } from '@redline/ai';
import { type SiteId, sites } from '@redline/contracts';
import type { Voice } from '../clients/ffmpeg/extract-audio.ts';
import { wavOf } from '../clients/ffmpeg/wav.ts';
import { sentencesOf, timedByPauses } from '../domain/videos/sentences.ts';
import { partsOf, soundsBetween } from '../domain/videos/silences.ts';
import type { Stages } from '../domain/videos/stages.ts';
import type { Span, TimedText } from '../domain/videos/timed-text.ts';
import type { Detector } from './detector.ts';

/** A speech model, and the languages that it understands (ISO 639-1). */
export interface Transcriber {
  readonly transcribe: Transcribe;
  readonly languages: readonly string[];
}

/** The voice of a video, and where parts of its transcript are stored while it is made. */
export interface VoiceInput {
  readonly voice: Voice;
  readonly stages: Stages;
}

/** The detector of speech: returns sentences with their times, none if nothing was said. */
export type TranscriptionDetector = Detector<VoiceInput, readonly TimedText[]>;

/** Endpoints accept 25 MB; ten minutes are 19 MB. */
const partSecondsMax = 600;

/**
 * Creates the detector of speech. A long voice is transcribed in parts, each stored as a stage; it fails as a whole where
 * a part fails, because half a transcript would be taken for a whole one.
 * @param transcriber null if no speech model is configured
 */
export const transcriptionDetector = (transcriber: Transcriber | null): TranscriptionDetector => ({
  name: 'transcription',
  findableTypes: null,
  isConfigured: (site) => transcriber?.languages.includes(languageOf(site)) ?? false,
  async detect({ voice, stages }, { scope }, signal) {
    if (!transcriber) throw new Error('no speech model is configured');
    const sentences: TimedText[] = [];
    const parts = partsOf(voice.pauses, voice.durationSeconds, partSecondsMax);
    for (const [number, part] of parts.entries()) {
      signal.throwIfAborted();
      if (!voice.sounds.some((sound) => overlaps(sound, part))) continue;
      // The name of a stored row: engines of another version read it.
      const name = `heard:${number}`;
      const stored = stages.get<readonly TimedText[]>(name);
      const transcribed =
        stored ?? (await transcribePart(transcriber.transcribe, voice, part, languageOf(scope.siteId)));
      if (!stored) await stages.put(name, transcribed);
      sentences.push(...transcribed);
    }
    return sentences;
  },
});

const languageOf = (site: SiteId): string => sites.find(({ id }) => id === site)?.transcriptionLanguage ?? '';

const overlaps = (a: Span, b: Span): boolean =>
  a.startSeconds < b.endSeconds && a.endSeconds > b.startSeconds;

async function transcribePart(
  transcribe: Transcribe,
  voice: Voice,
  part: Span,
  language: string,
): Promise<readonly TimedText[]> {
  const durationSeconds = part.endSeconds - part.startSeconds;
  const audio = await wavOf(voice.path, part);
  const { text, segments } = await transcribe({ audio, filename: 'voice.wav', durationSeconds, language });
  if (text === '') return [];
  if (segments) {
    const moved = segments.map((segment) => ({
      ...segment,
      startSeconds: segment.startSeconds + part.startSeconds,
      endSeconds: segment.endSeconds + part.startSeconds,
    }));
    return sentencesOf(moved);
  }
  const sounds = soundsBetween(voice.pauses, voice.durationSeconds).filter((sound) => overlaps(sound, part));
  return timedByPauses(text, sounds.length > 0 ? sounds : [part]);
}
