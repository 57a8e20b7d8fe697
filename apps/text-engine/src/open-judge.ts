import { type Messages, withCustomFindings } from '@redline/rule-engine/evaluate';
import { NoReaderError, openReaderRuntime } from '@redline/rule-engine/load';
import type { ReaderKind } from '@redline/rule-engine/reader';
import type { Rewriter } from '@redline/rule-engine/rewrite';
import { StartError } from '@redline/service-kit/shutdown';
import { loadJudge } from './clients/judge/embedded-judge.ts';
import type { JudgePlace } from './clients/judge/judge-place.ts';
import { type JudgeThread, startJudgeThread } from './clients/judge/judge-thread.ts';
import { compileApart } from './compile-packs.ts';
import type { EmbeddedJudge } from './domain/judge.ts';
import type { SiteLabels } from './domain/render/passages.ts';

/** A text that is not judged by then never will be; usual ones take milliseconds. */
const judgeTimeoutMs = 10_000;

/** The embedded judge and rewriter, and the texts of their packs. */
export interface OpenJudge {
  readonly judge: EmbeddedJudge;
  readonly rewriter: Rewriter;
  readonly messages: Messages;
  /** By site. */
  readonly siteLabels: ReadonlyMap<string, SiteLabels>;
  /** Runtime of the reader that reads texts beside the rules. */
  readonly reader: ReaderKind;
  readonly close: () => Promise<void>;
}

/**
 * Opens the judge: in threads of its own, so that no request waits for a text to be judged, or without threads here.
 * Own words are searched for here in any case, where the lists are.
 * Packs that are not compiled yet are compiled first, if there is a place for it.
 * @throws StartError when a pack is missing, or with a line for each of its faults
 * @throws NoReaderError when no runtime reads here
 */
export async function openJudge(place: JudgePlace, threadCount: number): Promise<OpenJudge> {
  compileApart(place);
  if (threadCount === 0) {
    await openReaderRuntime(place.reader);
    return { ...loadJudge(place), close: async () => undefined };
  }
  const threads = await Promise.all(
    Array.from({ length: threadCount }, () => startJudgeThread(place, judgeTimeoutMs)),
  ).catch((error: unknown) => {
    if (error instanceof NoReaderError) throw error;
    throw new StartError(error instanceof Error ? error.message : String(error), { cause: error });
  });
  const { messages, siteLabels, reader } = leastBusy(threads);
  return {
    async judge({ customWords, ...request }) {
      const judged = await leastBusy(threads).judge(request);
      if (!customWords) return judged;
      return { ...judged, evaluation: withCustomFindings(judged.evaluation, customWords(request.text)) };
    },
    rewriter: (task) => leastBusy(threads).rewrite(task),
    messages,
    siteLabels,
    reader,
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
