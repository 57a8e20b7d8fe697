import { readSileroFile } from './silero-file.ts';
import {
  type OpenSound,
  openSilero,
  type RuntimeName,
  runtimeNames,
  sampleRate,
  windowSamples,
} from './silero-network.ts';
import { type SpanOptions, type SpeechSpan, speechSpansOf } from './speech-spans.ts';

export const defaultSpanOptions: SpanOptions = {
  beginMin: 0.5,
  continueMin: 0.35,
  pauseSecondsMin: 0.2,
  speechSecondsMin: 0.2,
  padSeconds: 0.06,
};

/** Finds speech in sound. */
export interface VoiceActivity {
  readonly runtime: RuntimeName;
  /**
   * Finds the stretches in which somebody speaks.
   * @param sound one channel of 16-bit samples at 16 kHz, in pieces of any length
   */
  readonly find: (sound: AsyncIterable<Int16Array> | Iterable<Int16Array>) => Promise<readonly SpeechSpan[]>;
}

/**
 * Opens Silero VAD 5 on ONNX Runtime. Its native build is taken where it runs, WebAssembly elsewhere.
 * @param runtimes the builds to try, in this order
 * @throws Error if the network is not the one that is expected, or no build runs here
 */
export async function openVoiceActivity(
  options: Partial<SpanOptions> = {},
  runtimes: readonly RuntimeName[] = runtimeNames,
): Promise<VoiceActivity> {
  const used = { ...defaultSpanOptions, ...options };
  const bytes = await readSileroFile();
  let failure: unknown = new Error('no runtime was named');
  for (const runtime of runtimes) {
    try {
      const openSound = await openSilero(bytes, runtime);
      return {
        runtime,
        find: async (sound) =>
          speechSpansOf(await probabilitiesOf(openSound, sound), windowSamples / sampleRate, used),
      };
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Returns the probability of speech in each window; the last one is filled up with silence. */
async function probabilitiesOf(
  openSound: OpenSound,
  sound: AsyncIterable<Int16Array> | Iterable<Int16Array>,
): Promise<readonly number[]> {
  const next = openSound();
  const window = new Float32Array(windowSamples);
  const probabilities: number[] = [];
  let filled = 0;
  for await (const samples of sound) {
    for (const sample of samples) {
      window[filled++] = sample / 32_768;
      if (filled < windowSamples) continue;
      probabilities.push(await next(window));
      filled = 0;
    }
  }
  if (filled > 0) probabilities.push(await next(window.fill(0, filled)));
  return probabilities;
}
