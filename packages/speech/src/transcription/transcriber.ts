import { createRequire } from 'node:module';
import { sampleRate } from '../activity/silero-network.ts';
import { readSpeechModel, type SpeechModel } from './speech-model.ts';

/** Writes down what is said, one stretch of speech after the other. */
export interface Transcriber {
  /**
   * Transcribes a stretch of speech.
   * @param samples one channel of 16-bit samples at 16 kHz, of half a minute at most
   * @param language ISO 639-1; one that the model knows, because native code ends the process for another
   * @returns its text; empty if no words were found
   */
  readonly transcribe: (samples: Int16Array, language: string) => string;
}

/** Longer stretches would be cut off by Whisper, silently; a little is kept for its padding. */
export const stretchSecondsMax = 28;
/** Shorter ones are filled up with silence: native code computes lengths below zero for some hundredths of a second. */
const stretchSecondsMin = 1;

/** The part of sherpa-onnx that is used; it comes without types. */
interface SherpaOnnx {
  readonly OfflineRecognizer: new (config: object) => OfflineRecognizer;
}
interface OfflineRecognizer {
  createStream(): {
    acceptWaveform(sound: { readonly samples: Float32Array; readonly sampleRate: number }): void;
  };
  setConfig(config: object): void;
  decode(stream: object): void;
  getResult(stream: object): { readonly text: string };
}

/**
 * Opens a speech model in this process, with sherpa-onnx. Native code may end the process on a file that is no such model,
 * so this belongs into a process of its own.
 * @param folder of the model, as `fetchSpeechModel` writes it
 * @param threads how many cores it may keep busy
 * @throws Error if a file is missing or not the one that was fetched, or sherpa-onnx does not run here
 */
export async function openTranscriber(folder: string, threads = 1): Promise<Transcriber> {
  const model = await readSpeechModel(folder);
  // Found by its name at run time, so that a bundle of the program needs no native code inside.
  const { OfflineRecognizer } = createRequire(import.meta.url)('sherpa-onnx-node') as SherpaOnnx;
  let current: { readonly language: string; readonly recognizer: OfflineRecognizer } | null = null;
  return {
    transcribe(samples, language) {
      if (samples.length > (stretchSecondsMax + 1) * sampleRate)
        throw new Error(`a stretch of speech is longer than ${stretchSecondsMax} s`);
      if (current?.language !== language) {
        const config = configOf(model, language, threads);
        if (current) current.recognizer.setConfig(config);
        const recognizer = current?.recognizer ?? new OfflineRecognizer(config);
        current = { language, recognizer };
      }
      const stream = current.recognizer.createStream();
      stream.acceptWaveform({ samples: filledUp(samples), sampleRate });
      current.recognizer.decode(stream);
      return current.recognizer.getResult(stream).text.trim();
    },
  };
}

function configOf({ type, paths }: SpeechModel, language: string, numThreads: number): object {
  const kinds = {
    whisper: {
      whisper: { encoder: paths['encoder'], decoder: paths['decoder'], language, task: 'transcribe' },
    },
    sense_voice: { senseVoice: { model: paths['model'], language, useInverseTextNormalization: 1 } },
  };
  return {
    featConfig: { sampleRate, featureDim: 80 },
    modelConfig: { ...kinds[type], tokens: paths['tokens'], numThreads, provider: 'cpu', debug: 0 },
  };
}

function filledUp(samples: Int16Array): Float32Array {
  const sound = new Float32Array(Math.max(samples.length, stretchSecondsMin * sampleRate));
  for (const [place, sample] of samples.entries()) sound[place] = sample / 32_768;
  return sound;
}
