import { Worker } from 'node:worker_threads';
import type { Judgment } from '@redline/rule-engine/evaluate';
import { explainer, type Sayings } from '@redline/rule-engine/evaluate';
import type { RewriteResult } from '@redline/rule-engine/rewrite';
import type { JudgeAnswer, JudgeQuestion } from './judge-worker.ts';

type BareJudgment = Extract<JudgeAnswer, { judgment: unknown }>['judgment'];
type Asked<K extends string> = Extract<JudgeQuestion, Record<K, unknown>>[K];
interface Ready {
  readonly sayings: Sayings;
}

/** A thread that judges and rewrites, one text after the other. */
export interface JudgeThread {
  /** How many texts wait for it. */
  readonly waiting: () => number;
  readonly judge: (submission: Asked<'submission'>) => Promise<Judgment>;
  readonly rewrite: (task: Asked<'task'>) => Promise<RewriteResult>;
  /** What the packs say of things seen on pictures, by site. */
  readonly seen: Sayings['seen'];
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly resolve: (answer: Judgment | RewriteResult) => void;
  readonly reject: (reason: unknown) => void;
}

/** About ten milliseconds' worth: what a short text may wait for others that went with it. */
const togetherCharsMax = 4_000;

/**
 * Starts a judge thread. What was asked while it judged goes to it together, and comes back together: the tables it
 * judges by stay in the cache of the core, and the verdicts are written in one statement. One that ends, or has what it
 * was sent for longer than `timeoutMs`, is replaced; what waited for it is rejected, which costs those checks an attempt.
 * @param workerData where the packs are, see `judge-worker.ts`
 * @param workerUrl the thread's program, when it is not beside this file
 * @throws what loading the packs threw
 */
export async function startJudgeThread(
  workerData: unknown,
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
  const sendNext = ({ worker }: Started): void => {
    if (sent || queued.length === 0) return;
    const together = firstOf(queued);
    queued = queued.slice(together.length);
    sent = setTimeout(() => void worker.terminate(), timeoutMs);
    worker.postMessage(together);
  };
  const takeBack = (): void => {
    if (sent) clearTimeout(sent);
    sent = null;
  };
  const start = async (): Promise<Started> => {
    const started = await startWorker(workerUrl, workerData);
    const { worker, sayings } = started;
    const say = sayer(sayings);
    worker.on('message', (answers: readonly JudgeAnswer[]) => {
      takeBack();
      sendNext(started);
      for (const answer of answers) {
        const asked = waiting.get(answer.number);
        waiting.delete(answer.number);
        if ('error' in answer) asked?.reject(answer.error);
        else asked?.resolve('rewritten' in answer ? answer.rewritten : say(answer.judgment));
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
  const { sayings } = await running();
  const ask = async (question: (number: number) => JudgeQuestion) => {
    const number = count++;
    const started = await running();
    return new Promise<Judgment | RewriteResult>((resolve, reject) => {
      waiting.set(number, { resolve, reject });
      queued.push(question(number));
      // What else was taken in the same moment goes along.
      setImmediate(sendNext, started);
    });
  };
  return {
    seen: sayings.seen,
    waiting: () => waiting.size,
    judge: async (submission) => (await ask((number) => ({ number, submission }))) as Judgment,
    rewrite: async (task) => (await ask((number) => ({ number, task }))) as RewriteResult,
    async close() {
      const started = await current?.catch(() => null);
      await started?.worker.terminate();
    },
  };
}

/** The first of these that may go together: at least one. */
function firstOf(questions: readonly JudgeQuestion[]): readonly JudgeQuestion[] {
  let chars = 0;
  const beyond = questions.findIndex((question, index) => {
    // A rewrite judges its text many times and goes alone.
    chars += 'task' in question ? togetherCharsMax + 1 : question.submission.text.length;
    return index > 0 && chars > togetherCharsMax;
  });
  return beyond < 0 ? questions : questions.slice(0, beyond);
}

interface Started extends Ready {
  readonly worker: Worker;
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

function startWorker(workerUrl: URL, workerData: unknown): Promise<Started> {
  const worker = new Worker(workerUrl, { workerData, resourceLimits });
  return new Promise((resolve, reject) => {
    const ended = (code: number): void => reject(new Error(`the judge thread ended at once, with ${code}`));
    worker.once('error', reject);
    worker.once('exit', ended);
    worker.once('message', ({ sayings }: Ready) => {
      worker.off('error', reject);
      worker.off('exit', ended);
      resolve({ worker, sayings });
    });
  });
}

/** Fills in what the packs say. */
function sayer(sayings: Sayings): (judgment: BareJudgment) => Judgment {
  const explain = explainer(sayings);
  return ({ findings, considered, ...rest }) => ({
    ...rest,
    findings: findings.map((finding) => {
      const wording = sayings.wordings.get(finding.ruleId);
      if (!wording) throw new Error(`the rule ${finding.ruleId} says nothing`);
      return { ...finding, wording };
    }),
    considered: explain(considered, rest.pack.id),
  });
}
