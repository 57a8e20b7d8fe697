import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type HeldFolder, holdPrivateRoot } from '../private-folder.ts';
import type { ChildLimits } from '../sandbox/child.ts';
import { endOf } from '../sandbox/end-of.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { ImageError } from './image-error.ts';
import type { CallMessage, CallsOf, ReplyMessage } from './worker/messages.ts';

/** A child process that answers calls about images, one after the other. */
export interface WorkerProcess<C extends CallsOf<C>> {
  /**
   * @throws ImageError if the process refuses the image; Error if the process ended or took too long; the signal's reason
   */
  readonly call: <N extends keyof C & string>(
    name: N,
    input: Parameters<C[N]>[0],
    signal: AbortSignal,
  ) => Promise<ReturnType<C[N]>>;
  readonly close: () => Promise<void>;
}

export interface WorkerProcessOptions {
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

/** The program of a process. */
export interface WorkerProgram {
  /** As errors name it. */
  readonly name: string;
  readonly url: URL;
  /** Options of Node. */
  readonly nodeArgs?: readonly string[];
  /** Arguments of the program. */
  readonly args?: readonly string[];
  /** Files and folders that it reads, besides its code and the files that it is called with. */
  readonly reads?: readonly string[];
  readonly limits: ChildLimits;
}

interface PendingCall {
  readonly message: CallMessage;
  readonly resolve: (output: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Creates a process, which starts with its first call. Native code may crash on files of strangers, and some images need
 * hundreds of megabytes: both stay outside of the engine. The process gets one call at a time; if it ends or takes too
 * long, the call fails and the process is replaced.
 */
export function createWorkerProcess<C extends CallsOf<C>>(
  { sandbox, timeoutMs, callsMax, niceness = 0, limits = {} }: WorkerProcessOptions,
  worker: WorkerProgram,
): WorkerProcess<C> {
  const queue: PendingCall[] = [];
  let current: PendingCall | null = null;
  let child: ChildProcess | null = null;
  let root: HeldFolder | null = null;
  let isClosed = false;
  let callsOfChild = 0;
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  const closedError = () => new Error(`the ${worker.name} was closed`);

  const settle = (settled: (call: PendingCall) => void): void => {
    clearTimeout(timer);
    const ended = current;
    current = null;
    if (ended) settled(ended);
    next();
  };
  const start = (): ChildProcess => {
    const program = fileURLToPath(worker.url);
    root ??= holdPrivateRoot();
    const started = sandbox.spawn(
      {
        program: process.execPath,
        args: [...(worker.nodeArgs ?? []), program, ...(worker.args ?? [])],
        limits: { ...worker.limits, ...limits },
        reads: [program, ...(worker.reads ?? [])],
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
      settle(({ reject }) => reject(new Error(`the ${worker.name} ended with ${end.signal ?? end.code}`)));
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
    call: <N extends keyof C & string>(name: N, input: Parameters<C[N]>[0], signal: AbortSignal) =>
      new Promise<ReturnType<C[N]>>((resolve, reject) => {
        signal.throwIfAborted();
        if (isClosed) throw closedError();
        const removeListener = () => signal.removeEventListener('abort', onAbort);
        const call: PendingCall = {
          message: { number: count++, name, input },
          resolve: (output) => {
            removeListener();
            resolve(output as ReturnType<C[N]>);
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
