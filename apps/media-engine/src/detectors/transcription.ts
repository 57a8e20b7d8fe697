import { type SiteId, sites } from '@redline/contracts';
import type { Voice } from '../clients/ffmpeg/extract-audio.ts';
import type { FindSpeech } from '../clients/speech/find-speech.ts';
import type { Transcriber } from '../clients/speech/transcriber.ts';
import { gapsBetween, partsOf } from '../domain/videos/silences.ts';
import type { Stages } from '../domain/videos/stages.ts';
import type { Span, TimedText } from '../domain/videos/timed-text.ts';
import type { Detector } from './detector.ts';

/** The voice of a video, and where parts of its transcript are stored while it is made. */
export interface VoiceInput {
  readonly voice: Voice;
  readonly stages: Stages;
}

/** The detector of speech: returns sentences with their times, none if nothing was said. */
export type TranscriptionDetector = Detector<VoiceInput, readonly TimedText[]>;

/** What transcribes, and what finds speech for it. */
export interface TranscriptionParts {
  readonly transcriber: Transcriber;
  readonly findSpeech: FindSpeech;
  /** Called with the error of voice activity; speech is then taken to be what is between pauses. */
  readonly onSpeechFailure: (error: unknown) => void;
}

/** Endpoints accept 25 MB; ten minutes are 19 MB. */
const partSecondsMax = 600;

/**
 * Creates the detector of speech. A long voice is transcribed in parts, cut where nobody speaks and each stored as a stage;
 * it fails as a whole where a part fails, because half a transcript would be taken for a whole one.
 * @param parts null if no speech model is configured
 */
export const transcriptionDetector = (parts: TranscriptionParts | null): TranscriptionDetector => ({
  name: 'transcription',
  findableTypes: null,
  isConfigured: (site) => parts?.transcriber.languages.includes(languageOf(site)) ?? false,
  async detect({ voice, stages }, { scope }, signal) {
    if (!parts) throw new Error('no speech model is configured');
    const { transcriber } = parts;
    const { path, durationSeconds } = voice;
    const speech = await speechOf(parts, voice, stages, signal);
    const language = languageOf(scope.siteId);
    const sentences: TimedText[] = [];
    const sounds = gapsBetween(voice.pauses, durationSeconds);
    const pauses = speech.length > 0 ? gapsBetween(speech, durationSeconds) : voice.pauses;
    for (const [number, part] of partsOf(pauses, durationSeconds, partSecondsMax).entries()) {
      signal.throwIfAborted();
      if (!voice.sounds.some((sound) => overlaps(sound, part))) continue;
      // The name of a stored row. Rows `heard:N`, of before voice activity, are of other parts.
      const name = `transcribed:${number}`;
      const stored = stages.get<readonly TimedText[]>(name);
      const asked = { path, ...part, speech: within(part, speech), sounds: within(part, sounds), language };
      const transcribed = stored ?? (await transcriber.transcribe(asked, signal));
      if (!stored) await stages.put(name, transcribed);
      sentences.push(...transcribed);
    }
    return sentences;
  },
});

/** Returns where somebody speaks; what is between pauses where that cannot be found out, which under music is everything. */
async function speechOf(
  { findSpeech, onSpeechFailure }: TranscriptionParts,
  voice: Voice,
  stages: Stages,
  signal: AbortSignal,
): Promise<readonly Span[]> {
  const stored = stages.get<readonly Span[]>('speech');
  if (stored) return stored;
  const speech = await findSpeech(voice, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    onSpeechFailure(error);
    return gapsBetween(voice.pauses, voice.durationSeconds);
  });
  await stages.put('speech', speech);
  return speech;
}

const languageOf = (site: SiteId): string => sites.find(({ id }) => id === site)?.transcriptionLanguage ?? '';

/** Returns what of stretches is in a part. */
const within = ({ startSeconds, endSeconds }: Span, spans: readonly Span[]): readonly Span[] =>
  spans
    .map((span) => ({
      startSeconds: Math.max(span.startSeconds, startSeconds),
      endSeconds: Math.min(span.endSeconds, endSeconds),
    }))
    .filter((span) => span.startSeconds < span.endSeconds);

const overlaps = (a: Span, b: Span): boolean =>
  a.startSeconds < b.endSeconds && a.endSeconds > b.startSeconds;
