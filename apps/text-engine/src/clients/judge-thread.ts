import { Worker } from 'node:worker_threads';
import type { Considered, Finding } from '../domain/evaluation.ts';
import type { Judgment } from '../domain/judgment.ts';
import { explainer, type Sayings } from '../domain/let-pass.ts';
import type { JudgeQuestion } from './judge-worker.ts';

type BareJudgment = Omit<Judgment, 'findings' | 'considered'> & {
  readonly findings: readonly Omit<Finding, 'wording'>[];
  readonly considered: readonly Considered[];
};
type Answer =
  | { readonly number: number; readonly judgment: BareJudgment }
  | { readonly number: number; readonly error: unknown };
interface Ready {
  readonly sayings: Sayings;
}

/** A thread that judges, one text after the other. */
export interface JudgeThread {
  /** How many texts wait for it. */
  readonly waiting: () => number;
  readonly judge: (submission: JudgeQuestion['submission']) => Promise<Judgment>;
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly resolve: (judgment: Judgment) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Starts a judge thread. One that ends, or has a text for longer than `timeoutMs`, is replaced; what waited for it is
 * rejected, which costs those checks an attempt.
 * @param workerData where the packs are, see `judge-worker.ts`
 * @throws what loading the packs threw
 */
export async function startJudgeThread(workerData: unknown, timeoutMs: number): Promise<JudgeThread> {
  const waiting = new Map<number, Waiting>();
  let count = 0;
  let current: Promise<Started> | null = null;
  const failAll = (reason: unknown): void => {
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  };
  const start = async (): Promise<Started> => {
    const started = await startWorker(workerData);
    const { worker, sayings } = started;
    const say = sayer(sayings);
    worker.on('message', (answer: Answer) => {
      const asked = waiting.get(answer.number);
      waiting.delete(answer.number);
      if ('error' in answer) asked?.reject(answer.error);
      else asked?.resolve(say(answer.judgment));
    });
    worker.on('error', failAll);
    worker.once('exit', () => {
      current = null;
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
  await running();
  return {
    waiting: () => waiting.size,
    async judge(submission) {
      const number = count++;
      const { worker } = await running();
      return new Promise<Judgment>((resolve, reject) => {
        const timer = setTimeout(() => void worker.terminate(), timeoutMs);
        const settled =
          <T>(settle: (value: T) => void) =>
          (value: T) => {
            clearTimeout(timer);
            settle(value);
          };
        waiting.set(number, { resolve: settled(resolve), reject: settled(reject) });
        worker.postMessage({ number, submission } satisfies JudgeQuestion);
      });
    },
    async close() {
      const started = await current?.catch(() => null);
      await started?.worker.terminate();
    },
  };
}

interface Started extends Ready {
  readonly worker: Worker;
}

function startWorker(workerData: unknown): Promise<Started> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const worker = new Worker(new URL(`./judge-worker.${extension}`, import.meta.url), { workerData });
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
