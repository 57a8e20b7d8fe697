import type { Match } from './types.ts';

/**
 * Thins overlapping matches to the leftmost, and of those the longest, separately in each group.
 *
 * @param groupOf the group of a match, for instance the rule its term belongs to; one group for all unless said
 * @returns matches that do not overlap within their group, by start
 */
export function leftmostLongest(
  matches: readonly Match[],
  groupOf: (match: Match) => unknown = () => 0,
): Match[] {
  const sorted = [...matches].sort((a, b) => a.start - b.start || b.end - a.end || a.term - b.term);
  const endOf = new Map<unknown, number>();
  return sorted.filter((match) => {
    const group = groupOf(match);
    if (match.start < (endOf.get(group) ?? 0)) return false;
    endOf.set(group, match.end);
    return true;
  });
}
