import { parentPort, workerData } from 'node:worker_threads';
import type { Messages } from '@redline/rule-engine/evaluate';
import { type NativeCalls, NoReaderError, nativeCaller, openReaderRuntime } from '@redline/rule-engine/load';
import type { ReaderKind } from '@redline/rule-engine/reader';
import type { RewriteResult, RewriteTask } from '@redline/rule-engine/rewrite';
import type { EmbeddedEvaluation, JudgeRequest } from '../../domain/judge.ts';
import type { SiteLabels } from '../../domain/render/passages.ts';
import { type LoadedJudge, loadJudge } from './embedded-judge.ts';
import type { JudgePlace } from './judge-place.ts';

/** A request without what cannot be sent to a thread: own words are searched for where the lists are. */
export type ThreadRequest = Omit<JudgeRequest, 'customWords'> & { readonly withBrief?: boolean };

/** A question to a judge thread; its answer carries the same number. */
export type JudgeQuestion =
  | { readonly number: number; readonly request: ThreadRequest }
  | { readonly number: number; readonly task: RewriteTask };

/** An answer of a judge thread. */
export type JudgeAnswer =
  | { readonly number: number; readonly evaluated: EmbeddedEvaluation }
  | { readonly number: number; readonly rewritten: RewriteResult }
  | { readonly number: number; readonly error: unknown };

/** Data that a judge thread is started with: its packs, and the numbers by which it is ended. */
export interface ThreadStart {
  readonly place: JudgePlace;
  readonly nativeCalls: NativeCalls;
}

/** The first message of a judge thread: the texts of the packs that it has loaded, and what reads. */
export interface ThreadReady {
  readonly messages: Messages;
  readonly siteLabels: ReadonlyMap<string, SiteLabels>;
  readonly reader: ReaderKind;
}

/** The first message of a judge thread that has nothing to read with, and ends: an error would lose its class on the way. */
export interface ThreadWithoutReader {
  readonly noReader: string;
}

// The entry of a judge thread: loads the packs, sends their texts, then answers questions, several at a time.
if (!parentPort) throw new Error('the judge worker runs in a thread only');
const port = parentPort;
try {
  const { place, nativeCalls } = workerData as ThreadStart;
  await openReaderRuntime(place.reader, undefined, nativeCaller(nativeCalls));
  serve(loadJudge(place));
} catch (error) {
  if (!(error instanceof NoReaderError)) throw error;
  port.postMessage({ noReader: error.message } satisfies ThreadWithoutReader);
}

function serve({ judge, rewriter, messages, siteLabels, reader }: LoadedJudge): void {
  const answer = (question: JudgeQuestion): JudgeAnswer => {
    const { number } = question;
    try {
      if ('task' in question) return { number, rewritten: rewriter(question.task) };
      return { number, evaluated: judge(question.request) };
    } catch (error) {
      return { number, error };
    }
  };
  port.on('message', (questions: readonly JudgeQuestion[]) => port.postMessage(questions.map(answer)));
  port.postMessage({ messages, siteLabels, reader } satisfies ThreadReady);
}
