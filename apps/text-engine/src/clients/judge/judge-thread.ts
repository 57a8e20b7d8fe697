import { Worker } from 'node:worker_threads';
import { NoReaderError, newNativeCalls, stopNativeCalls } from '@redline/rule-engine/load';
import type { RewriteResult, RewriteTask } from '@redline/rule-engine/rewrite';
import type { EmbeddedEvaluation } from '../../domain/judge.ts';
import type { JudgePlace } from './judge-place.ts';
import type {
  JudgeAnswer,
  JudgeQuestion,
  ThreadReady,
  ThreadRequest,
  ThreadStart,
  ThreadWithoutReader,
} from './judge-worker.ts';

/** A thread that judges and rewrites, one text after the other. */
export interface JudgeThread extends ThreadReady {
  /** Returns how many texts wait for it. */
  readonly waiting: () => number;
  readonly judge: (request: ThreadRequest) => Promise<EmbeddedEvaluation>;
  readonly rewrite: (task: RewriteTask) => Promise<RewriteResult>;
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly resolve: (answer: EmbeddedEvaluation | RewriteResult) => void;
  readonly reject: (reason: unknown) => void;
}

/** About ten milliseconds' worth: what a short text may wait for others that went with it. */
const togetherCharsMax = 4_000;

/** A window of the reader takes 0.1 s of a core; a native call that has not come back after this long hangs. */
const nativeCallMs = 30_000;

/** WebAssembly reads at an eighth of the native library's speed (ADR 26), so that a long text takes that much longer. */
const webSlowness = 8;

/**
 * Starts a judge thread. What was asked while it judged goes to it together, and comes back together: the tables it
 * judges by stay in the cache of the core, and the verdicts are written in one statement. One that ends, or has what it
 * was sent for longer than `timeoutMs`, is replaced; what waited for it is rejected, which costs those checks an attempt.
 * @param place where the packs are, and what reads
 * @param timeoutMs where the native library reads or nothing does
 * @param workerUrl the thread's program, when it is not beside this file
 * @throws what loading the packs threw
 * @throws NoReaderError when no runtime reads here
 */
export async function startJudgeThread(
  place: JudgePlace,
  timeoutMs: number,
  workerUrl: URL = besideThisFile(),
): Promise<JudgeThread> {
  const waiting = new Map<number, Waiting>();
  let queued: JudgeQuestion[] = [];
  let sent: NodeJS.Timeout | null = null;
  let count = 0;
  let current: Promise<Started> | null = null;
  const failAll = (reason: unknown): void => {
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
    queued = [];
  };
  const sendNext = ({ worker, ready, end }: Started): void => {
    if (sent || queued.length === 0) return;
    const together = firstOf(queued);
    queued = queued.slice(together.length);
    const slowness = ready.reader === 'web' ? webSlowness : 1;
    sent = setTimeout(() => void end(), timeoutMs * slowness);
    worker.postMessage(together);
  };
  const takeBack = (): void => {
    if (sent) clearTimeout(sent);
    sent = null;
  };
  const start = async (): Promise<Started> => {
    const started = await startWorker(workerUrl, place);
    const { worker } = started;
    worker.on('message', (answers: readonly JudgeAnswer[]) => {
      takeBack();
      sendNext(started);
      for (const answer of answers) {
        const asked = waiting.get(answer.number);
        waiting.delete(answer.number);
        if ('error' in answer) asked?.reject(answer.error);
        else asked?.resolve('rewritten' in answer ? answer.rewritten : answer.evaluated);
      }
    });
    worker.on('error', failAll);
    worker.once('exit', () => {
      current = null;
      takeBack();
      failAll(new Error('the judge thread ended'));
    });
    return started;
  };
  /** The thread, started again where it has ended. */
  const running = (): Promise<Started> => {
    current ??= start().catch((error: unknown) => {
      current = null;
      throw error;
    });
    return current;
  };
  const { ready } = await running();
  const ask = async (question: (number: number) => JudgeQuestion) => {
    const number = count++;
    const started = await running();
    return new Promise<EmbeddedEvaluation | RewriteResult>((resolve, reject) => {
      waiting.set(number, { resolve, reject });
      queued.push(question(number));
      // What else was taken in the same moment goes along.
      setImmediate(sendNext, started);
    });
  };
  return {
    ...ready,
    waiting: () => waiting.size,
    judge: async (request) => (await ask((number) => ({ number, request }))) as EmbeddedEvaluation,
    rewrite: async (task) => (await ask((number) => ({ number, task }))) as RewriteResult,
    async close() {
      const started = await current?.catch(() => null);
      await started?.end();
    },
  };
}

/** Returns the first questions, at least one, that may be sent together. */
function firstOf(questions: readonly JudgeQuestion[]): readonly JudgeQuestion[] {
  let chars = 0;
  const beyond = questions.findIndex((question, index) => {
    // A rewrite judges its text many times and goes alone.
    chars += 'task' in question ? togetherCharsMax + 1 : question.request.text.length;
    return index > 0 && chars > togetherCharsMax;
  });
  return beyond < 0 ? questions : questions.slice(0, beyond);
}

interface Started {
  readonly worker: Worker;
  readonly ready: ThreadReady;
  /** Ends the thread, outside of native code unless that hangs. */
  readonly end: () => Promise<void>;
}

/**
 * Judging leaves much behind and keeps little: 25 MB live with three packs, whose arrays are not on this heap. Without
 * limits V8 let it grow to 130 MB before it cleaned up; with them a text took no longer.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 160 };

/** Sources run as they are in development; a bundle has the worker as a second entry beside it. */
function besideThisFile(): URL {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new URL(`./judge-worker.${extension}`, import.meta.url);
}

function startWorker(workerUrl: URL, place: JudgePlace): Promise<Started> {
  const nativeCalls = newNativeCalls();
  const workerData: ThreadStart = { place, nativeCalls };
  const worker = new Worker(workerUrl, { workerData, resourceLimits });
  const end = async (): Promise<void> => {
    await stopNativeCalls(nativeCalls, nativeCallMs);
    await worker.terminate();
  };
  return new Promise((resolve, reject) => {
    const ended = (code: number): void => reject(new Error(`the judge thread ended at once, with ${code}`));
    worker.once('error', reject);
    worker.once('exit', ended);
    worker.once('message', (ready: ThreadReady | ThreadWithoutReader) => {
      worker.off('error', reject);
      worker.off('exit', ended);
      if ('noReader' in ready) reject(new NoReaderError(ready.noReader));
      else resolve({ worker, ready, end });
    });
  });
}
