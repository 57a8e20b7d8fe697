import {
  createWorkerProcess,
  type WorkerProcess,
  type WorkerProcessOptions,
} from '../images/worker-process.ts';
import type { ChildLimits } from '../sandbox/child.ts';
import type { VoiceActivityCalls } from './worker/speech-protocol.ts';

/** The child process that finds speech in decoded sound, with Silero VAD. */
export type VoiceActivityProcess = WorkerProcess<VoiceActivityCalls>;

/** There is no limit of computing time, because the process goes on: a call that takes too long ends it. */
const limits: ChildLimits = {
  dataBytes: 2 ** 30,
  fileBytes: 2 ** 20,
  filesOpen: 64,
};

/** Node's own memory is small: a stretch is read in pieces. */
const nodeArgs = ['--max-old-space-size=128', '--max-semi-space-size=4'];

/** Creates the voice activity process, which starts with its first call. */
export const createVoiceActivityProcess = (
  options: WorkerProcessOptions,
  url = besideThisFile(),
): VoiceActivityProcess =>
  createWorkerProcess(options, { name: 'voice activity process', url, nodeArgs, limits });

/** Sources run as they are in development; a bundle has the program as an entry beside it. */
function besideThisFile(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('./worker/voice-activity-worker.ts', import.meta.url)
    : new URL('./voice-activity-worker.js', import.meta.url);
}
