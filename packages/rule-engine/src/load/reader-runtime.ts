import type { ReaderKind } from '../reader/model.ts';
import type { CallNative } from './native-calls.ts';
import { loadNativeRuntime, type OpenEncoder } from './native-encoder.ts';
import { loadWebRuntime } from './web-encoder.ts';

/**
 * Which runtime reads: `auto` the native one or, where that does not load, WebAssembly; `web` WebAssembly; `off` none, and
 * rules alone judge.
 */
export type ReaderMode = 'auto' | 'web' | 'off';

/** ONNX Runtime's version, native and in WebAssembly; part of a pack's hash, since another one may read differently. */
export const runtimeVersion = '1.30.0';

/** A runtime that is loaded into this thread. */
export interface ReaderRuntime {
  readonly kind: Exclude<ReaderKind, 'off'>;
  readonly open: OpenEncoder;
}

/** No runtime reads here, and nobody has said that rules alone may judge. */
export class NoReaderError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NoReaderError';
  }
}

/** The runtimes that there are; tests give others. */
interface Runtimes {
  readonly loadNative: (callNative?: CallNative) => OpenEncoder;
  readonly loadWeb: () => Promise<OpenEncoder>;
}

const installed: Runtimes = { loadNative: loadNativeRuntime, loadWeb: loadWebRuntime };

/** The runtime of this thread; null where rules alone judge, undefined until it is needed or chosen. */
let chosen: ReaderRuntime | null | undefined;

/**
 * Chooses the runtime of this thread's readers; to be called before packs are loaded. Without it the native one reads.
 * @param callNative makes native calls, in a thread that may be ended before its time
 * @returns which one reads
 * @throws NoReaderError where none does
 */
export async function openReaderRuntime(
  mode: ReaderMode = 'auto',
  { loadNative, loadWeb }: Runtimes = installed,
  callNative?: CallNative,
): Promise<ReaderKind> {
  chosen = undefined;
  if (mode === 'off') {
    chosen = null;
    return 'off';
  }
  let native = 'it is not asked for';
  if (mode === 'auto') {
    try {
      chosen = { kind: 'native', open: loadNative(callNative) };
      return 'native';
    } catch (error) {
      native = reasonOf(error);
    }
  }
  try {
    chosen = { kind: 'web', open: await loadWeb() };
    return 'web';
  } catch (error) {
    throw new NoReaderError(
      `no runtime for the reader; the native library: ${native}; WebAssembly: ${reasonOf(error)}`,
      { cause: error },
    );
  }
}

/**
 * Returns the runtime of this thread's readers; null where rules alone judge.
 * @throws NoReaderError where none was chosen and the native one does not load
 */
export function readerRuntime(): ReaderRuntime | null {
  if (chosen !== undefined) return chosen;
  try {
    chosen = { kind: 'native', open: loadNativeRuntime() };
    return chosen;
  } catch (error) {
    throw new NoReaderError(
      `the reader's native library does not load: ${reasonOf(error)}; openReaderRuntime finds a substitute`,
      { cause: error },
    );
  }
}

/** Returns the first line of an error's message: that of a library that does not load names what was tried. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
