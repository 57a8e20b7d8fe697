import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { OpenEncoder } from './native-encoder.ts';

/**
 * The part of ONNX Runtime's WebAssembly that is used: functions of C, by pointers into its memory. Its public interface
 * only has promises, because of graphics cards; these functions return when they are done, and judging is one step.
 */
interface Wasm {
  /** Replaced when the memory grows. */
  readonly HEAPU8: Uint8Array;
  readonly getValue: (at: number, type: 'i32' | '*') => number;
  readonly setValue: (at: number, value: number, type: 'i32' | '*') => void;
  readonly lengthBytesUTF8: (text: string) => number;
  readonly stringToUTF8: (text: string, at: number, bytesMax: number) => void;
  readonly UTF8ToString: (at: number) => string;
  readonly stackSave: () => number;
  readonly stackRestore: (stack: number) => void;
  readonly stackAlloc: (bytes: number) => number;
  readonly _malloc: (bytes: number) => number;
  readonly _free: (at: number) => void;
  readonly _OrtInit: (threads: number, logLevel: number) => number;
  readonly _OrtGetLastError: (code: number, message: number) => void;
  readonly _OrtCreateSessionOptions: (
    optimization: number,
    cpuArena: boolean,
    memoryPattern: boolean,
    executionMode: number,
    profiling: boolean,
    profilePrefix: number,
    logId: number,
    logSeverity: number,
    logVerbosity: number,
    optimizedFile: number,
  ) => number;
  readonly _OrtCreateSession: (model: number, bytes: number, options: number) => number;
  readonly _OrtCreateTensor: (
    type: number,
    data: number,
    bytes: number,
    dimensions: number,
    dimensionCount: number,
    location: number,
  ) => number;
  readonly _OrtReleaseTensor: (tensor: number) => number;
  readonly _OrtRun: (
    session: number,
    inputNames: number,
    inputs: number,
    inputCount: number,
    outputNames: number,
    outputCount: number,
    outputs: number,
    options: number,
  ) => number;
  readonly _OrtGetTensorData: (
    tensor: number,
    type: number,
    data: number,
    dimensions: number,
    dimensionCount: number,
  ) => number;
  readonly _OrtFree: (at: number) => number;
}

const warnings = 2;
const allOptimizations = 99;
const int64 = 7;
const onCpu = 1;
const pointerBytes = 4;

/**
 * Loads ONNX Runtime's WebAssembly into this thread: for platforms where its native library does not load, at an eighth
 * of its speed. One thread. Only loading takes a promise; encoders return when they are done, as those of the native
 * runtime do.
 * @throws Error when it is not installed, or WebAssembly with SIMD does not run here
 */
export async function loadWebRuntime(): Promise<OpenEncoder> {
  const program = createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.mjs');
  const { default: instantiate } = await import(pathToFileURL(program).href);
  const wasm: Wasm = await instantiate({ numThreads: 1 });
  check(wasm, wasm._OrtInit(1, warnings) === 0);
  return (file) => {
    const session = openSession(wasm, readFileSync(file));
    const [input, output] = [textIn(wasm, 'ids'), textIn(wasm, 'hidden')];
    return (ids) => run(wasm, session, input, output, ids);
  };
}

/** Takes a graph and returns its session; both live as long as the thread. */
function openSession(wasm: Wasm, graph: Buffer): number {
  const options = wasm._OrtCreateSessionOptions(
    allOptimizations,
    false,
    false,
    0,
    false,
    0,
    0,
    warnings,
    0,
    0,
  );
  check(wasm, options !== 0);
  const at = wasm._malloc(graph.length);
  check(wasm, at !== 0);
  wasm.HEAPU8.set(graph, at);
  const session = wasm._OrtCreateSession(at, graph.length, options);
  wasm._free(at);
  check(wasm, session !== 0);
  return session;
}

/** Runs a graph of one input and one output, both named by pointers to their names. */
function run(wasm: Wasm, session: number, input: number, output: number, ids: Int32Array): Float32Array {
  const numbers = new Uint8Array(BigInt64Array.from(ids, BigInt).buffer);
  const stack = wasm.stackSave();
  const data = wasm._malloc(numbers.length);
  let [fed, given] = [0, 0];
  try {
    check(wasm, data !== 0);
    wasm.HEAPU8.set(numbers, data);
    const dimensions = word(wasm, ids.length);
    fed = wasm._OrtCreateTensor(int64, data, numbers.length, dimensions, 1, onCpu);
    check(wasm, fed !== 0);
    const outputs = word(wasm, 0);
    const [inputNames, inputs, outputNames] = [word(wasm, input), word(wasm, fed), word(wasm, output)];
    check(wasm, wasm._OrtRun(session, inputNames, inputs, 1, outputNames, 1, outputs, 0) === 0);
    given = wasm.getValue(outputs, '*');
    return numbersOf(wasm, given);
  } finally {
    if (given !== 0) wasm._OrtReleaseTensor(given);
    if (fed !== 0) wasm._OrtReleaseTensor(fed);
    wasm._free(data);
    wasm.stackRestore(stack);
  }
}

/** Copies the numbers of a tensor of floats. */
function numbersOf(wasm: Wasm, tensor: number): Float32Array {
  const [type, data, dimensions, count] = [word(wasm, 0), word(wasm, 0), word(wasm, 0), word(wasm, 0)];
  check(wasm, wasm._OrtGetTensorData(tensor, type, data, dimensions, count) === 0);
  const first = wasm.getValue(dimensions, '*');
  let size = 1;
  for (let at = 0; at < wasm.getValue(count, 'i32'); at++)
    size *= wasm.getValue(first + at * pointerBytes, 'i32');
  wasm._OrtFree(first);
  return new Float32Array(wasm.HEAPU8.buffer, wasm.getValue(data, '*'), size).slice();
}

/** Puts a number on the stack, and returns where it lies. */
function word(wasm: Wasm, value: number): number {
  const at = wasm.stackAlloc(pointerBytes);
  wasm.setValue(at, value, 'i32');
  return at;
}

/** Puts a text into the memory, for good, and returns where it lies. */
function textIn(wasm: Wasm, text: string): number {
  const bytes = wasm.lengthBytesUTF8(text) + 1;
  const at = wasm._malloc(bytes);
  wasm.stringToUTF8(text, at, bytes);
  return at;
}

function check(wasm: Wasm, isDone: boolean): void {
  if (isDone) return;
  const stack = wasm.stackSave();
  const [code, message] = [word(wasm, 0), word(wasm, 0)];
  wasm._OrtGetLastError(code, message);
  const said = wasm.UTF8ToString(wasm.getValue(message, '*'));
  wasm.stackRestore(stack);
  throw new Error(`ONNX Runtime in WebAssembly failed: ${said}`);
}
