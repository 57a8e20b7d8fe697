import { parentPort, workerData } from 'node:worker_threads';
import type { Submission } from '../domain/judgment.ts';
import type { PacksPlace } from './compiled-packs.ts';
import { loadJudge } from './pack-judge.ts';

/** What a judge thread is asked; answers carry the same number. */
export interface JudgeQuestion {
  readonly number: number;
  readonly submission: Omit<Submission, 'customWords'>;
}

/** The entry of a judge thread: loads the packs, says what their rules say, then judges what it is sent. */
if (!parentPort) throw new Error('the judge worker runs in a thread only');
const port = parentPort;
const { judge, wordings } = loadJudge(workerData as PacksPlace);
port.on('message', async ({ number, submission }: JudgeQuestion) => {
  try {
    const { findings, ...rest } = await judge(submission);
    // What rules say is known on the other side: it is most of a verdict, and copying it cost as much as judging.
    const bare = findings.map(({ wording: _, ...finding }) => finding);
    port.postMessage({ number, judgment: { ...rest, findings: bare } });
  } catch (error) {
    port.postMessage({ number, error });
  }
});
port.postMessage({ wordings });
