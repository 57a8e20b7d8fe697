import type { ChildLimits } from '../sandbox/child.ts';
import type { RecognizerCalls } from './worker/recognizer-protocol.ts';
import { createWorkerProcess, type WorkerProcess, type WorkerProcessOptions } from './worker-process.ts';

/** The child process that reads the text on decoded pages, with PP-OCR. */
export type RecognizerProcess = WorkerProcess<RecognizerCalls>;

/**
 * Measured with pages of up to 12 megapixels, of text and of noise: 1,150 MB that could be written, 600 of them touched.
 * There is no limit of computing time, because the process goes on: a call that takes too long ends it.
 */
const limits: ChildLimits = {
  dataBytes: 2 * 2 ** 30,
  fileBytes: 2 ** 20,
  filesOpen: 64,
};

/**
 * Node's own memory is small: pixels and what the networks compute lie outside of it. A small young generation has them
 * freed sooner.
 */
const nodeArgs = ['--max-old-space-size=256', '--max-semi-space-size=8'];

/** Creates the recognizer process, which starts with its first call. */
export const createRecognizerProcess = (
  options: WorkerProcessOptions,
  url = besideThisFile(),
): RecognizerProcess => createWorkerProcess(options, { name: 'recognizer process', url, nodeArgs, limits });

/** Sources run as they are in development; a bundle has the program as an entry beside it. */
function besideThisFile(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('./worker/recognizer-worker.ts', import.meta.url)
    : new URL('./recognizer-worker.js', import.meta.url);
}
