import { parentPort, workerData } from 'node:worker_threads';
import type { Considered, Finding, Judgment, Submission } from '@redline/rule-engine/evaluate';
import type { PacksPlace } from '@redline/rule-engine/load';
import type { RewriteResult, RewriteTask } from '@redline/rule-engine/rewrite';
import { loadJudge } from './pack-judge.ts';

/** What a judge thread is asked; answers carry the same number. */
export type JudgeQuestion =
  | { readonly number: number; readonly submission: Omit<Submission, 'customWords'> }
  | { readonly number: number; readonly task: RewriteTask };

/** What a judge thread answers, without what the packs say: that is known on both sides. */
export type JudgeAnswer =
  | {
      readonly number: number;
      readonly judgment: Omit<Judgment, 'findings' | 'considered'> & {
        readonly findings: readonly Omit<Finding, 'wording'>[];
        readonly considered: readonly Considered[];
      };
    }
  | { readonly number: number; readonly rewritten: RewriteResult }
  | { readonly number: number; readonly error: unknown };

/** The entry of a judge thread: loads the packs, says what those say, then judges what it is sent, several at a time. */
if (!parentPort) throw new Error('the judge worker runs in a thread only');
const port = parentPort;
const { judge, rewriter, sayings } = loadJudge(workerData as PacksPlace);
port.on('message', (questions: readonly JudgeQuestion[]) => port.postMessage(questions.map(answer)));
port.postMessage({ sayings });

function answer(question: JudgeQuestion): JudgeAnswer {
  const { number } = question;
  try {
    if ('task' in question) return { number, rewritten: rewriter(question.task) };
    const judgment = judge(question.submission);
    // What packs say is most of a verdict, and copying it cost as much as judging.
    const findings = judgment.findings.map(({ wording: _, ...finding }) => finding);
    const considered = judgment.considered.map(({ reason: _, ...one }) => one);
    return { number, judgment: { ...judgment, findings, considered } };
  } catch (error) {
    return { number, error };
  }
}
