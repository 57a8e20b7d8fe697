import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type HeldFolder, holdPrivateRoot } from '../private-folder.ts';
import type { ChildLimits } from '../sandbox/child.ts';
import { endOf } from '../sandbox/end-of.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { ImageError } from './image-error.ts';
import type { CallInput, CallMessage, CallName, CallOutput, ReplyMessage } from './worker/protocol.ts';

/** A child process that decodes images and classifies their pixels. */
export interface ImageProcess {
  /**
   * @throws ImageError if the file cannot be decoded; Error if the process ended or took too long; the signal's reason
   */
  readonly call: <N extends CallName>(
    name: N,
    input: CallInput<N>,
    signal: AbortSignal,
  ) => Promise<CallOutput<N>>;
  readonly close: () => Promise<void>;
}

export interface ImageProcessOptions {
  readonly sandbox: Sandbox;
  /** A call that takes longer fails, and the process is replaced. */
  readonly timeoutMs: number;
  /** After so many calls the process is replaced, which frees memory that native code has leaked. */
  readonly callsMax: number;
  /** Scheduling priority of the process: 0 is normal, 19 runs only when nothing else wants to. */
  readonly niceness?: number;
  /** Replaces parts of the limits. */
  readonly limits?: Partial<ChildLimits>;
}

/**
 * Measured with the nudity model loaded: 850 MB for a small picture (250 of them touched), 1,060 for an interlaced PNG of
 * 100 megapixels, 1,760 for an AVIF of 64, which makes 2,270 for one of 100; 21 open files; pages of 33 MB. There is no
 * limit of computing time, because the process goes on: a call that takes too long ends it.
 */
const imageLimits: ChildLimits = {
  dataBytes: 3 * 2 ** 30,
  fileBytes: 128 * 2 ** 20,
  filesOpen: 64,
};

interface PendingCall {
  readonly message: CallMessage;
  readonly resolve: (output: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Creates the image process, which starts with its first call. Native decoders may crash on files of strangers, and some
 * images need hundreds of megabytes: both stay outside of the engine. The process gets one call at a time; if it ends or
 * takes too long, the call fails and the process is replaced.
 * @param workerUrl the program of the process, if it is not the one beside this file
 */
export function createImageProcess(
  { sandbox, timeoutMs, callsMax, niceness = 0, limits = {} }: ImageProcessOptions,
  workerUrl: URL = besideThisFile(),
): ImageProcess {
  const queue: PendingCall[] = [];
  let current: PendingCall | null = null;
  let child: ChildProcess | null = null;
  let root: HeldFolder | null = null;
  let isClosed = false;
  let callsOfChild = 0;
  let count = 0;
  let timer: NodeJS.Timeout | undefined;

  const settle = (settled: (call: PendingCall) => void): void => {
    clearTimeout(timer);
    const ended = current;
    current = null;
    if (ended) settled(ended);
    next();
  };
  const start = (): ChildProcess => {
    const program = fileURLToPath(workerUrl);
    root ??= holdPrivateRoot();
    const started = sandbox.spawn(
      {
        program: process.execPath,
        args: [program],
        limits: { ...imageLimits, ...limits },
        reads: [program],
        folder: root.path,
        niceness,
      },
      ['ignore', 'ignore', 'ignore', 'ipc'],
    );
    callsOfChild = 0;
    started.on('message', (reply: ReplyMessage) => {
      if (reply.number !== current?.message.number) return;
      settle(({ resolve, reject }) => {
        if ('output' in reply) resolve(reply.output);
        else reject('imageError' in reply ? new ImageError(reply.imageError) : new Error(reply.error));
      });
    });
    started.once('exit', (code, signal) => {
      if (child !== started) return;
      child = null;
      const end = endOf(code, signal);
      settle(({ reject }) => reject(new Error(`the image process ended with ${end.signal ?? end.code}`)));
    });
    started.once('error', () => started.kill('SIGKILL'));
    return started;
  };
  const next = (): void => {
    if (current || isClosed) return;
    const call = queue.shift();
    if (!call) return;
    current = call;
    if (child && callsOfChild >= callsMax) {
      const replaced = child;
      child = null;
      replaced.kill('SIGKILL');
    }
    child ??= start();
    callsOfChild++;
    const running = child;
    timer = setTimeout(() => running.kill('SIGKILL'), timeoutMs);
    running.send(call.message, (error) => error && running.kill('SIGKILL'));
  };
  return {
    call: <N extends CallName>(name: N, input: CallInput<N>, signal: AbortSignal) =>
      new Promise<CallOutput<N>>((resolve, reject) => {
        signal.throwIfAborted();
        if (isClosed) throw closedError();
        const removeListener = () => signal.removeEventListener('abort', onAbort);
        const call: PendingCall = {
          message: { number: count++, name, input },
          resolve: (output) => {
            removeListener();
            resolve(output as CallOutput<N>);
          },
          reject: (reason) => {
            removeListener();
            reject(reason);
          },
        };
        // A call that the process works on already runs to its end, and its reply is dropped.
        const onAbort = () => {
          const place = queue.indexOf(call);
          if (place >= 0) queue.splice(place, 1);
          reject(signal.reason);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        queue.push(call);
        next();
      }),
    async close() {
      isClosed = true;
      for (const { reject } of queue.splice(0)) reject(closedError());
      const running = child;
      if (running) {
        const ended = new Promise((resolve) => running.once('exit', resolve));
        running.kill('SIGKILL');
        await ended;
      }
      await root?.release();
      root = null;
    },
  };
}

const closedError = () => new Error('the image process was closed');

/** Sources run as they are in development; a bundle has the program as a second entry beside it. */
function besideThisFile(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('./worker/image-worker.ts', import.meta.url)
    : new URL('./image-worker.js', import.meta.url);
}
