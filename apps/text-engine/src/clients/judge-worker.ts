import { parentPort, workerData } from 'node:worker_threads';
import type { Submission } from '../domain/judgment.ts';
import type { PacksPlace } from './compiled-packs.ts';
import { loadJudge } from './pack-judge.ts';

/** What a judge thread is asked; answers carry the same number. */
export interface JudgeQuestion {
  readonly number: number;
  readonly submission: Omit<Submission, 'customWords'>;
}

/** The entry of a judge thread: loads the packs, says what those say, then judges what it is sent. */
if (!parentPort) throw new Error('the judge worker runs in a thread only');
const port = parentPort;
const { judge, sayings } = loadJudge(workerData as PacksPlace);
port.on('message', async ({ number, submission }: JudgeQuestion) => {
  try {
    const judgment = await judge(submission);
    // What packs say is known on the other side: it is most of a verdict, and copying it cost as much as judging.
    const findings = judgment.findings.map(({ wording: _, ...finding }) => finding);
    const considered = judgment.considered.map(({ reason: _, ...one }) => one);
    port.postMessage({ number, judgment: { ...judgment, findings, considered } });
  } catch (error) {
    port.postMessage({ number, error });
  }
});
port.postMessage({ sayings });
