import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { PictureFault } from './image-error.ts';
import type { Answer, Asked, QuestionName, Received, Sent } from './worker/protocol.ts';

/** A process beside this one that decodes pictures and looks at their pixels. */
export interface PictureProcess {
  /**
   * @throws PictureFault where the file is at fault; Error where the process ended or took too long; the signal's reason
   */
  readonly ask: <N extends QuestionName>(name: N, asked: Asked<N>, signal: AbortSignal) => Promise<Answer<N>>;
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly sent: Sent;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Starts the process when it is first needed. Native decoders may crash on what strangers send, and some pictures need
 * hundreds of megabytes: both stay outside of the engine. It is asked one question at a time; one that ends, or takes
 * longer than `timeoutMs`, costs the question it was asked and is replaced; after `questionsMax` it is replaced too, which
 * gives back what native code kept.
 * `niceness` says how far it stands back behind what else runs on the machine, 0 to 19.
 * @param workerUrl the process's program, when it is not beside this file
 */
export function createPictureProcess(
  {
    timeoutMs,
    questionsMax,
    niceness = 0,
  }: { readonly timeoutMs: number; readonly questionsMax: number; readonly niceness?: number },
  workerUrl: URL = besideThisFile(),
): PictureProcess {
  const queue: Waiting[] = [];
  let asking: Waiting | null = null;
  let child: ChildProcess | null = null;
  let isClosed = false;
  let asked = 0;
  let count = 0;
  let timer: NodeJS.Timeout | undefined;

  const settle = (settled: (waiting: Waiting) => void): void => {
    clearTimeout(timer);
    const answered = asking;
    asking = null;
    if (answered) settled(answered);
    next();
  };
  const start = (): ChildProcess => {
    const started = fork(workerUrl, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // Before it has threads, which inherit it.
    if (niceness > 0 && started.pid !== undefined) setPriority(started.pid, niceness);
    asked = 0;
    started.on('message', (received: Received) => {
      if (received.number !== asking?.sent.number) return;
      settle(({ resolve, reject }) => {
        if ('answer' in received) resolve(received.answer);
        else reject('fault' in received ? new PictureFault(received.fault) : new Error(received.error));
      });
    });
    started.once('exit', (code, signal) => {
      if (child !== started) return;
      child = null;
      settle(({ reject }) => reject(new Error(`the picture process ended with ${signal ?? code}`)));
    });
    started.once('error', () => started.kill('SIGKILL'));
    return started;
  };
  const next = (): void => {
    if (asking || isClosed) return;
    const waiting = queue.shift();
    if (!waiting) return;
    asking = waiting;
    if (child && asked >= questionsMax) {
      const worn = child;
      child = null;
      worn.kill();
    }
    child ??= start();
    asked++;
    const current = child;
    timer = setTimeout(() => current.kill('SIGKILL'), timeoutMs);
    current.send(waiting.sent, (error) => error && current.kill('SIGKILL'));
  };
  return {
    ask: <N extends QuestionName>(name: N, about: Asked<N>, signal: AbortSignal) =>
      new Promise<Answer<N>>((resolve, reject) => {
        signal.throwIfAborted();
        if (isClosed) throw closed();
        const letGo = () => signal.removeEventListener('abort', leave);
        const waiting: Waiting = {
          sent: { number: count++, name, asked: about },
          resolve: (answer) => {
            letGo();
            resolve(answer as Answer<N>);
          },
          reject: (reason) => {
            letGo();
            reject(reason);
          },
        };
        // What is asked already runs to its end, and its answer is for nobody.
        const leave = () => {
          const place = queue.indexOf(waiting);
          if (place >= 0) queue.splice(place, 1);
          reject(signal.reason);
        };
        signal.addEventListener('abort', leave, { once: true });
        queue.push(waiting);
        next();
      }),
    async close() {
      isClosed = true;
      for (const { reject } of queue.splice(0)) reject(closed());
      const running = child;
      if (!running) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGKILL');
      await ended;
    },
  };
}

const closed = () => new Error('the picture process was closed');

/** Sources run as they are in development; a bundle has the program as a second entry beside it. */
function besideThisFile(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('./worker/image-worker.ts', import.meta.url)
    : new URL('./image-worker.js', import.meta.url);
}
