import type { ChildLimits } from '../sandbox/child.ts';
import type { Calls } from './worker/protocol.ts';
import { createWorkerProcess, type WorkerProcess, type WorkerProcessOptions } from './worker-process.ts';

/** The child process that decodes images and classifies their pixels. */
export type ImageProcess = WorkerProcess<Calls>;

/**
 * Measured with the nudity model loaded: 850 MB for a small picture (250 of them touched), 1,060 for an interlaced PNG of
 * 100 megapixels, 1,760 for an AVIF of 64, which makes 2,270 for one of 100; 21 open files; pages of 33 MB. There is no
 * limit of computing time, because the process goes on: a call that takes too long ends it.
 */
const limits: ChildLimits = {
  dataBytes: 3 * 2 ** 30,
  fileBytes: 128 * 2 ** 20,
  filesOpen: 64,
};

/** Creates the image process, which starts with its first call. */
export const createImageProcess = (options: WorkerProcessOptions, url = besideThisFile()): ImageProcess =>
  createWorkerProcess(options, { name: 'image process', url, limits });

/** Sources run as they are in development; a bundle has the program as an entry beside it. */
function besideThisFile(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('./worker/image-worker.ts', import.meta.url)
    : new URL('./image-worker.js', import.meta.url);
}
