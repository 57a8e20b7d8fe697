import type { Sayings } from '@redline/rule-engine/evaluate';
import { type Judge, withCustomWords } from '@redline/rule-engine/evaluate';
import type { PacksPlace } from '@redline/rule-engine/load';
import type { Rewriter } from '@redline/rule-engine/rewrite';
import { StartError } from '@redline/service-kit/shutdown';
import { type JudgeThread, startJudgeThread } from './clients/judge/judge-thread.ts';
import { loadJudge } from './clients/judge/pack-judge.ts';
import { compileApart } from './compile-packs.ts';

/** A text that is not judged by then never will be; usual ones take milliseconds. */
const judgeTimeoutMs = 10_000;

export interface OpenJudge {
  readonly judge: Judge;
  readonly rewriter: Rewriter;
  /** What the packs say of things seen on pictures, by site. */
  readonly seen: Sayings['seen'];
  readonly close: () => Promise<void>;
}

/**
 * Gives what judges: in threads of their own, so that no request waits for a text to be judged, or without threads here.
 * Custom words are looked for here in any case, where the lists are kept.
 * Packs that do not lie compiled are compiled first, if there is a place for it.
 * @throws StartError when a pack is missing, or with a line for each of its faults
 */
export async function openJudge(place: PacksPlace, threadCount: number): Promise<OpenJudge> {
  compileApart(place);
  if (threadCount === 0) {
    const { judge, rewriter, sayings } = loadJudge(place);
    return { judge, rewriter, seen: sayings.seen, close: async () => undefined };
  }
  const threads = await Promise.all(
    Array.from({ length: threadCount }, () => startJudgeThread(place, judgeTimeoutMs)),
  ).catch((error: unknown) => {
    throw new StartError(error instanceof Error ? error.message : String(error), { cause: error });
  });
  return {
    async judge({ customWords, ...submission }) {
      const judgment = await leastBusy(threads).judge(submission);
      return customWords ? withCustomWords(judgment, customWords(submission.text)) : judgment;
    },
    rewriter: (task) => leastBusy(threads).rewrite(task),
    seen: leastBusy(threads).seen,
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

function leastBusy(threads: readonly JudgeThread[]): JudgeThread {
  const [least] = threads.toSorted((a, b) => a.waiting() - b.waiting());
  if (!least) throw new Error('there is no judge thread');
  return least;
}
