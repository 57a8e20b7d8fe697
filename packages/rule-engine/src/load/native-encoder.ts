import { createRequire } from 'node:module';
import type { Encode } from '../reader/model.ts';

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
 * Opens an encoder with ONNX Runtime in this thread.
 * @param file the graph: takes `ids` (int64, one a token), gives `hidden` (float, `width` numbers a token)
 * @throws Error when the runtime is not installed for this platform, or cannot read the file
 */
export function openNativeEncoder(file: string): Encode {
  const load = createRequire(import.meta.url);
  const { binding, initOrt } = load('onnxruntime-node/dist/binding.js') as Binding;
  const { Tensor } = load('onnxruntime-common') as typeof import('onnxruntime-common');
  initOrt();
  const session = new binding.InferenceSession();
  session.loadModel(file, sessionOptions);
  return (ids) => {
    const feeds = { ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), [ids.length]) };
    const { hidden } = session.run(feeds, { hidden: null }, {});
    if (!hidden) throw new Error('the encoder gave nothing');
    return hidden.data;
  };
}
