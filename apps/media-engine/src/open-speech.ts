import { createTranscribe, type EndpointOptions } from '@redline/ai';
import type { Sandbox } from './clients/sandbox/sandbox.ts';
import { endpointTranscriber } from './clients/speech/endpoint-transcriber.ts';
import { type FindSpeech, speechFinder } from './clients/speech/find-speech.ts';
import { localTranscriber } from './clients/speech/local-transcriber.ts';
import type { Transcriber } from './clients/speech/transcriber.ts';
import { createTranscriberProcess } from './clients/speech/transcriber-process.ts';
import { createVoiceActivityProcess } from './clients/speech/voice-activity-process.ts';
import type { Config } from './config.ts';

/** After so many calls, of five minutes of sound each at most, the process is replaced. */
const partsMax = 500;
/** The same of calls of half a minute at most; a model takes seconds to load. */
const stretchesMax = 2_000;

export interface SpeechParts {
  readonly sandbox: Sandbox;
  /** Speech that is looked for longer, in five minutes of sound, was not found. */
  readonly timeoutMs: number;
  /** Times the timeout of the model: processes of low priority take longer. */
  readonly timeoutFactor: number;
  /** Scheduling priority of the processes: 0 is normal, 19 runs only when nothing else wants to. */
  readonly niceness: number;
}

/** Where speech is found, and what transcribes it. */
export interface Speech {
  readonly findSpeech: FindSpeech;
  /** Null if no speech model is configured. */
  readonly transcriber: Transcriber | null;
  readonly close: () => Promise<void>;
}

type SpeechConfig = Pick<
  Config,
  | 'TRANSCRIPTION_MODEL_DIR'
  | 'TRANSCRIPTION_MODEL_MEMORY_MB'
  | 'TRANSCRIPTION_MODEL_THREADS'
  | 'TRANSCRIPTION_MODEL_TIMEOUT_MS'
  | 'TRANSCRIPTION_LANGUAGES'
>;

/**
 * Opens what finds and transcribes speech; its processes start with the first voice.
 * @param endpoint of a speech model; null if none is configured
 */
export function openSpeech(
  config: SpeechConfig,
  endpoint: EndpointOptions | null,
  { sandbox, timeoutMs, timeoutFactor, niceness }: SpeechParts,
): Speech {
  const activity = createVoiceActivityProcess({ sandbox, timeoutMs, callsMax: partsMax, niceness });
  const findSpeech = speechFinder(activity);
  const languages = transcribedLanguages(config);
  if (config.TRANSCRIPTION_MODEL_DIR === null) {
    const transcriber = endpoint && endpointTranscriber(createTranscribe(endpoint), languages);
    return { findSpeech, transcriber, close: activity.close };
  }
  const process = createTranscriberProcess({
    sandbox,
    modelDir: config.TRANSCRIPTION_MODEL_DIR,
    memoryBytes: config.TRANSCRIPTION_MODEL_MEMORY_MB * 2 ** 20,
    threads: config.TRANSCRIPTION_MODEL_THREADS,
    timeoutMs: config.TRANSCRIPTION_MODEL_TIMEOUT_MS * timeoutFactor,
    callsMax: stretchesMax,
    niceness,
  });
  return {
    findSpeech,
    transcriber: localTranscriber(process, languages),
    async close() {
      await Promise.all([activity.close(), process.close()]);
    },
  };
}

/** Returns the languages that the speech model understands, as they are configured. */
const transcribedLanguages = ({ TRANSCRIPTION_LANGUAGES }: Pick<Config, 'TRANSCRIPTION_LANGUAGES'>) =>
  TRANSCRIPTION_LANGUAGES.split(',').map((language) => language.trim());
