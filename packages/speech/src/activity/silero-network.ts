import { createRequire } from 'node:module';
import type { InferenceSession, InferenceSessionFactory, TensorConstructor } from 'onnxruntime-common';

/** The two builds of ONNX Runtime: native code, and WebAssembly for platforms that the first does not run on. */
export const runtimeNames = ['native', 'web'] as const;
export type RuntimeName = (typeof runtimeNames)[number];

const packageNames: Readonly<Record<RuntimeName, string>> = {
  native: 'onnxruntime-node',
  web: 'onnxruntime-web',
};

/** The part of both packages that is used. */
interface OnnxRuntime {
  readonly InferenceSession: InferenceSessionFactory;
  readonly Tensor: TensorConstructor;
  readonly env: { readonly wasm: { numThreads?: number } };
}

/** One thread: a window is too small for two. */
const sessionOptions: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
};

/** The sound that Silero reads: one channel at 16 kHz, in windows of 32 ms, each with the end of the one before. */
export const sampleRate = 16_000;
export const windowSamples = 512;
const contextSamples = 64;
const stateShape = [2, 1, 128] as const;
const stateLength = stateShape[0] * stateShape[1] * stateShape[2];

/** Returns the probability that somebody speaks in the next window of a sound. */
export type NextWindow = (samples: Float32Array) => Promise<number>;

/** Opens a new sound, whose windows come in order. */
export type OpenSound = () => NextWindow;

/**
 * Opens Silero VAD in a build of ONNX Runtime.
 * @throws Error if the build is not installed or does not run here, or cannot read the network
 */
export async function openSilero(bytes: Uint8Array, name: RuntimeName): Promise<OpenSound> {
  // Found by its name at run time, so that a bundle of the program needs neither build inside.
  const runtime = createRequire(import.meta.url)(packageNames[name]) as OnnxRuntime;
  if (name === 'web') runtime.env.wasm.numThreads = 1;
  const session = await runtime.InferenceSession.create(bytes, sessionOptions);
  const rate = new runtime.Tensor('int64', BigInt64Array.from([BigInt(sampleRate)]), []);
  return () => {
    let state: Float32Array = new Float32Array(stateLength);
    const input = new Float32Array(contextSamples + windowSamples);
    return async (samples) => {
      input.copyWithin(0, windowSamples);
      input.fill(0, contextSamples);
      input.set(samples.subarray(0, windowSamples), contextSamples);
      const { output, stateN } = await session.run({
        input: new runtime.Tensor('float32', input, [1, input.length]),
        state: new runtime.Tensor('float32', state, stateShape),
        sr: rate,
      });
      const probability = output?.data[0];
      if (typeof probability !== 'number' || !(stateN?.data instanceof Float32Array))
        throw new Error('the network for voice activity gave no number');
      state = stateN.data;
      return probability;
    };
  };
}
