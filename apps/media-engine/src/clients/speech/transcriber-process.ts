import {
  createWorkerProcess,
  type WorkerProcess,
  type WorkerProcessOptions,
} from '../images/worker-process.ts';
import type { TranscriberCalls } from './worker/speech-protocol.ts';

/** The child process that transcribes speech, with a model of this installation. */
export type TranscriberProcess = WorkerProcess<TranscriberCalls>;

export interface TranscriberProcessOptions extends WorkerProcessOptions {
  /** The folder of the model. */
  readonly modelDir: string;
  /** The memory that it may write, in bytes: how much depends on the model. */
  readonly memoryBytes: number;
  /** How many cores it may keep busy. */
  readonly threads: number;
}

/** Node's own memory is small: sound and what the model computes lie outside of it. */
const nodeArgs = ['--max-old-space-size=128', '--max-semi-space-size=4'];

/** Creates the transcriber process, which starts with its first call. There is no limit of computing time, but of each call. */
export const createTranscriberProcess = (
  { modelDir, memoryBytes, threads, ...options }: TranscriberProcessOptions,
  url = besideThisFile(),
): TranscriberProcess =>
  createWorkerProcess(options, {
    name: 'transcriber process',
    url,
    nodeArgs,
    args: [modelDir, `${threads}`],
    reads: [modelDir],
    limits: { dataBytes: memoryBytes, fileBytes: 2 ** 20, filesOpen: 64 },
  });

/** Sources run as they are in development; a bundle has the program as an entry beside it. */
function besideThisFile(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('./worker/transcriber-worker.ts', import.meta.url)
    : new URL('./transcriber-worker.js', import.meta.url);
}
