import { severityRanks } from '@redline/contracts';
import type { Candidate } from '../judge/candidate.ts';

/** One place to fix: the candidate that reports it, and the ids of other rules that found the same. */
export interface MergedCandidate<T extends Mergeable = Candidate> {
  readonly candidate: T;
  readonly alsoFoundBy: readonly string[];
}

type Mergeable = Pick<Candidate, 'span' | 'source'> & {
  readonly rule: Pick<Candidate['rule'], 'id' | 'topic' | 'risk' | 'severity'>;
};

/**
 * Merges candidates of one topic and kind that report the same place, since the reader has one thing to fix there: the
 * most severe reports it for all, a rule before the reviewer.
 */
export function mergeByPlace<T extends Mergeable>(candidates: readonly T[]): MergedCandidate<T>[] {
  const places = Map.groupBy(
    [...candidates].sort(byPriority),
    ({ rule, span }) => `${rule.topic} ${rule.risk} ${span.start} ${span.end}`,
  );
  return [...places.values()].flatMap(([candidate, ...others]) =>
    candidate ? [{ candidate, alsoFoundBy: others.map(({ rule }) => rule.id) }] : [],
  );
}

function byPriority(a: Mergeable, b: Mergeable): number {
  return (
    severityRanks[b.rule.severity] - severityRanks[a.rule.severity] ||
    Number(a.source === 'model') - Number(b.source === 'model') ||
    (a.rule.id < b.rule.id ? -1 : 1)
  );
}
