import { createRequire } from 'node:module';
import type { Encode } from '../reader/model.ts';
import type { CallNative } from './native-calls.ts';

/**
 * Opens an encoder with the graph in a file: it takes `ids` (int64, one a token), gives `hidden` (float, `width` numbers a
 * token). Throws an Error when the runtime cannot read the file.
 */
export type OpenEncoder = (file: string) => Encode;

/** The part of ONNX Runtime's binding that is used. Its public interface only has promises; judging is one step. */
interface Binding {
  readonly binding: { readonly InferenceSession: new () => NativeSession };
  readonly initOrt: () => void;
}

interface NativeSession {
  readonly loadModel: (file: string, options: object) => void;
  readonly run: (
    feeds: Readonly<Record<string, unknown>>,
    fetches: Readonly<Record<string, null>>,
    options: object,
  ) => Readonly<Record<string, { readonly data: Float32Array }>>;
}

/** One thread a session: a process has as many judge threads as it has cores for them. */
const sessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
};

/**
 * Loads ONNX Runtime's native library into this thread.
 * @param callNative runs the graph, in a thread that may be ended before its time
 * @throws Error when it is not installed for this platform, or does not load here
 */
export function loadNativeRuntime(callNative: CallNative = (call) => call()): OpenEncoder {
  const load = createRequire(import.meta.url);
  const { binding, initOrt } = load('onnxruntime-node/dist/binding.js') as Binding;
  const { Tensor } = load('onnxruntime-common') as typeof import('onnxruntime-common');
  initOrt();
  return (file) => {
    const session = new binding.InferenceSession();
    session.loadModel(file, sessionOptions);
    return (ids) => {
      const feeds = { ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), [ids.length]) };
      const { hidden } = callNative(() => session.run(feeds, { hidden: null }, {}));
      if (!hidden) throw new Error('the encoder gave nothing');
      return hidden.data;
    };
  };
}
