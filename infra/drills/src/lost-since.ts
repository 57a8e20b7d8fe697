import type { Submission } from '@redline/fault';

/**
 * Returns what a restore promises to the clients of some submissions: what they were answered up to the time that was
 * restored, and what the restored system has answered. The answers in between are as if they had not come.
 * @param restoredMs the time that was restored
 * @param disasterMs the time before the restored system answers
 */
export function withoutLost(
  submissions: readonly Submission[],
  { restoredMs, disasterMs }: { readonly restoredMs: number; readonly disasterMs: number },
): readonly Submission[] {
  const isLost = (atMs = Number.POSITIVE_INFINITY) => atMs > restoredMs && atMs <= disasterMs;
  return submissions.map((submission) => {
    const { answers, deletion, deletedAtMs } = submission;
    const hasLostDeletion = deletion !== 'none' && isLost(deletedAtMs);
    return {
      ...submission,
      answers: answers.map((answer) => (isLost(answer.atMs) ? { status: null, id: null } : answer)),
      deletion: hasLostDeletion ? 'asked' : deletion,
      // When a status was seen is not known.
      seen: [],
      wasMissing: false,
      events: answers.some(({ atMs }) => isLost(atMs)) ? [] : submission.events,
    };
  });
}
