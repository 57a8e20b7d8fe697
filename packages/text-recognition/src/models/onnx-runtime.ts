import { createRequire } from 'node:module';
import type { InferenceSession, InferenceSessionFactory, TensorConstructor } from 'onnxruntime-common';
import type { OpenGraph } from './graph.ts';

/** The two builds of ONNX Runtime: native code, and WebAssembly for platforms that the first does not run on. */
export const runtimeNames = ['native', 'web'] as const;
export type RuntimeName = (typeof runtimeNames)[number];

/** The part of both packages that is used. */
interface OnnxRuntime {
  readonly InferenceSession: InferenceSessionFactory;
  readonly Tensor: TensorConstructor;
  readonly env: { readonly wasm: { numThreads?: number } };
}

/** One thread: the process that reads pictures is given one core. */
const sessionOptions: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
};

const packageNames: Readonly<Record<RuntimeName, string>> = {
  native: 'onnxruntime-node',
  web: 'onnxruntime-web',
};

/**
 * Loads a build of ONNX Runtime into this process.
 * @throws Error if it is not installed, or does not run here
 */
export function loadRuntime(name: RuntimeName): OpenGraph {
  // Found by its name at run time, so that a bundle of the program needs neither build inside.
  const runtime = createRequire(import.meta.url)(packageNames[name]) as OnnxRuntime;
  if (name === 'web') runtime.env.wasm.numThreads = 1;
  return async (bytes) => {
    const session = await runtime.InferenceSession.create(bytes, sessionOptions);
    const [input, output] = [session.inputNames[0], session.outputNames[0]];
    if (input === undefined || output === undefined) throw new Error('the network has no input or output');
    return async ({ data, dimensions }) => {
      const tensor = new runtime.Tensor('float32', data, dimensions);
      const given = (await session.run({ [input]: tensor }, [output]))[output];
      if (!given || !(given.data instanceof Float32Array)) throw new Error('the network gave no numbers');
      return { data: given.data, dimensions: given.dims };
    };
  };
}
