import type { ExtractedAudio } from '../clients/ffmpeg/extract-audio.ts';
import type { Evaluate } from '../clients/text-engine.ts';
import { prepareDetector } from '../detectors/detector.ts';
import type { TranscriptionDetector } from '../detectors/transcription.ts';
import type { CheckRequest, Coverage, DetectorName } from '../domain/detection.ts';
import type { VoiceReport } from '../domain/videos/reports.ts';
import { sentencesOf } from '../domain/videos/sentences.ts';
import type { Stages } from '../domain/videos/stages.ts';
import { risksOfSubtitlesOnly, subtitlesNotSpoken } from '../domain/videos/subtitle-risks.ts';
import type { TimedText } from '../domain/videos/timed-text.ts';
import { textOf } from '../domain/videos/transcript.ts';
import { evaluateTranscript, type TranscriptFindings } from './evaluate-transcript.ts';

export interface VoiceCheckDeps {
  readonly transcription: TranscriptionDetector;
  readonly evaluate: Evaluate;
  /** Called with the error of a detector that failed; the record only says that it failed. */
  readonly onFailure: (detector: DetectorName, error: unknown) => void;
}

interface Video {
  readonly request: CheckRequest & { readonly script: string | null };
  readonly stages: Stages;
  readonly signal: AbortSignal;
}

/** The result of transcription. */
interface Transcription {
  readonly status: Coverage['status'];
  /** Nothing is said: there is no sound, or no words in it. */
  readonly isSilent: boolean;
  readonly sentences: readonly TimedText[];
}

/**
 * Transcribes what is said in a video and has it evaluated. Subtitles in the file stand in for a transcript where no
 * transcriber is configured for the site's language; beside a transcript they are evaluated too, because the maker of the
 * file wrote them.
 * @param audio null if it cannot be decoded
 * @throws BusError or Error if the rules could not be asked; the signal's reason
 */
export async function checkVoice(
  deps: VoiceCheckDeps,
  audio: ExtractedAudio | null,
  video: Video,
): Promise<VoiceReport> {
  const { request } = video;
  const transcription = audio ? await transcribe(deps, audio.voice, video) : undecodable;
  const subtitles = sentencesOf(audio?.subtitles ?? []);
  const isTranscribed = transcription.sentences.length > 0;
  const sentences = isTranscribed ? transcription.sentences : subtitles;
  const evaluate = (texts: readonly TimedText[]) =>
    evaluateTranscript(deps.evaluate, request, texts, request.script);
  const spoken = await evaluate(sentences);
  const subtitled = isTranscribed
    ? await evaluate(subtitlesNotSpoken(subtitles, transcription.sentences))
    : noFindings;
  const status = statusOf(transcription, sentences.length > 0);
  return {
    status,
    text: status === 'completed' ? textOf(sentences) : null,
    sentences: status === 'completed' ? sentences : [],
    risks: inOrder([...spoken.risks, ...risksOfSubtitlesOnly(subtitled.risks, spoken.risks)]),
    customRisks: inOrder([...spoken.customRisks, ...subtitled.customRisks]),
    drift: driftOf(request.script, status),
    coverage: [
      { detector: 'transcription', status: transcription.status },
      // No detector of sounds other than speech exists yet.
      { detector: 'audio_moderation', status: 'not_configured' },
    ],
  };
}

const undecodable: Transcription = { status: 'failed', isSilent: false, sentences: [] };
const noFindings: TranscriptFindings = { risks: [], customRisks: [] };

async function transcribe(
  { transcription, onFailure }: VoiceCheckDeps,
  voice: ExtractedAudio['voice'],
  { request, stages, signal }: Video,
): Promise<Transcription> {
  // Without a sound there is nothing to transcribe, so that it counts as done where no transcriber is configured too.
  if (!voice || voice.sounds.length === 0) return { status: 'ran', isSilent: true, sentences: [] };
  const run = await prepareDetector(transcription, request, signal);
  const result = await run({ voice, stages });
  switch (result.status) {
    case 'ran':
      return { status: 'ran', isSilent: result.output.length === 0, sentences: result.output };
    case 'not_configured':
      return { status: 'not_configured', isSilent: false, sentences: [] };
    case 'failed':
      signal.throwIfAborted();
      onFailure(result.detector, result.error);
      return { status: 'failed', isSilent: false, sentences: [] };
  }
}

/** Returns `failed` for a transcript that could not be made, though subtitles are evaluated. */
function statusOf({ status, isSilent }: Transcription, hasWords: boolean): VoiceReport['status'] {
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
