import type { Transcribe } from '@redline/ai';
import { sites } from '@redline/contracts';
import type { TakenVoice } from '../clients/ffmpeg/extract-audio.ts';
import type { Evaluate } from '../clients/text-engine.ts';
import { hearVoice } from '../detectors/transcription.ts';
import type { Ask, Coverage, Detector } from '../domain/detection.ts';
import type { VoiceReport } from '../domain/videos/reports.ts';
import { sentencesOf } from '../domain/videos/sentences.ts';
import type { Stages } from '../domain/videos/stages.ts';
import { addedRisks, unheardIn } from '../domain/videos/subtitle-risks.ts';
import type { Spoken } from '../domain/videos/timed-text.ts';
import { textOf } from '../domain/videos/transcript.ts';
import { type JudgedVoice, judgeVoice } from './evaluate-transcript.ts';

/** Who can hear, and in which languages (ISO 639-1). */
export interface Transcriber {
  readonly transcribe: Transcribe;
  readonly languages: readonly string[];
}

export interface VoiceParts {
  /** Null where none is configured. */
  readonly transcriber: Transcriber | null;
  readonly evaluate: Evaluate;
  /** Told why a detector failed; the record only says that it did. */
  readonly onFailure: (detector: Detector, error: unknown) => void;
}

interface Work {
  readonly ask: Ask & { readonly script: string | null };
  readonly stages: Stages;
  readonly signal: AbortSignal;
}

/** What came of listening. */
interface Hearing {
  readonly status: Coverage['status'];
  /** Whether there was anything to hear. */
  readonly isSilent: boolean;
  readonly heard: readonly Spoken[];
}

/**
 * Reports what is said in a video. A transcriber hears it where one is configured for the site's language; subtitles of
 * the file stand in where none is, and are judged beside what was heard, since who made the file wrote them.
 * @param taken null where the sound could not be decoded
 * @throws BusError or Error where the rules could not be asked; the signal's reason
 */
export async function reportVoice(
  parts: VoiceParts,
  taken: TakenVoice | null,
  work: Work,
): Promise<VoiceReport> {
  const hearing = taken ? await listen(parts, taken.voice, work) : undecodable;
  const subtitles = sentencesOf(taken?.subtitles ?? []);
  const hasHeard = hearing.heard.length > 0;
  const sentences = hasHeard ? hearing.heard : subtitles;
  const judge = (spoken: readonly Spoken[]) => judgeVoice(parts.evaluate, work.ask, spoken, work.ask.script);
  const judged = await judge(sentences);
  const shown = hasHeard ? await judge(unheardIn(subtitles, hearing.heard)) : nothing;
  const status = statusOf(hearing, sentences.length > 0);
  return {
    status,
    text: status === 'completed' ? textOf(sentences) : null,
    sentences: status === 'completed' ? sentences : [],
    risks: inOrder([...judged.risks, ...addedRisks(shown.risks, judged.risks)]),
    customRisks: inOrder([...judged.customRisks, ...shown.customRisks]),
    drift: driftOf(work.ask.script, status),
    coverage: [
      { detector: 'transcription', status: hearing.status },
      { detector: 'audio_moderation', status: 'not_configured' },
    ],
  };
}

const undecodable: Hearing = { status: 'failed', isSilent: false, heard: [] };
const nothing: JudgedVoice = { risks: [], customRisks: [] };

async function listen(
  { transcriber, onFailure }: VoiceParts,
  voice: TakenVoice['voice'],
  { ask, stages, signal }: Work,
): Promise<Hearing> {
  if (!voice || voice.sounds.length === 0) return { status: 'ran', isSilent: true, heard: [] };
  const language = sites.find(({ id }) => id === ask.scope.siteId)?.transcriptionLanguage ?? '';
  if (!transcriber?.languages.includes(language))
    return { status: 'not_configured', isSilent: false, heard: [] };
  try {
    const heard = await hearVoice(transcriber.transcribe, { voice, language, stages, signal });
    return { status: 'ran', isSilent: heard.length === 0, heard };
  } catch (error) {
    signal.throwIfAborted();
    onFailure('transcription', error);
    return { status: 'failed', isSilent: false, heard: [] };
  }
}

/** A transcript that lacks what could not be heard is none, though subtitles are judged. */
function statusOf({ status, isSilent }: Hearing, hasWords: boolean): VoiceReport['status'] {
  if (status === 'failed') return 'failed';
  if (hasWords) return 'completed';
  return isSilent ? 'empty' : null;
}

function driftOf(script: string | null, status: VoiceReport['status']): VoiceReport['drift'] {
  if (script === null) return null;
  return status === 'completed' ? 'completed' : 'skipped';
}

const inOrder = <T extends { readonly startSeconds: number }>(risks: readonly T[]): readonly T[] =>
  risks.toSorted((a, b) => a.startSeconds - b.startSeconds);
