import type { Connectives } from '../language/language.ts';
import { type Clause, cutsOf, runsOf } from './clauses.ts';
import type { Edit } from './edit.ts';

/** Words of the items of an enumeration, at most; a longer one may be a clause. */
const itemWordsMax = 6;

/** Words of a clause that may stand alone, at least. */
const clauseWordsMin = 3;

/** Cuts items of an enumeration; where the last goes, its joining word stands before the one that is last now. */
export function cutsOfItems(
  clauses: readonly Clause[],
  gone: readonly boolean[],
  language: Connectives,
): Edit[] {
  const cuts = cutsOf(clauses, gone, language);
  const lastKept = gone.lastIndexOf(false);
  const joint = language.coordinator.exec(clauses.at(-1)?.text ?? '')?.[0];
  const last = clauses[lastKept];
  if (!gone.at(-1) || lastKept < 1 || !joint || !last) return cuts;
  return [...cuts, { start: last.start, end: last.start, with: joint }];
}

export function isEnumeration(
  clauses: readonly Clause[],
  { coordinator, dependent, leading }: Connectives,
): boolean {
  const items = clauses.slice(1);
  return (
    items.length > 1 &&
    coordinator.test(items.at(-1)?.text ?? '') &&
    !leading.test(clauses[0]?.text ?? '') &&
    items.every(({ text }) => !dependent.test(text) && text.split(/\s+/).length <= itemWordsMax) &&
    clauses.slice(0, -1).every(({ mark }) => mark.trim() === ',')
  );
}

/** Cuts the end of a sentence behind a full clause, or its beginning before one. */
export function proseCuts(
  clauses: readonly Clause[],
  gone: readonly boolean[],
  language: Connectives,
): Edit[] | null {
  const runs = runsOf(gone);
  const [run] = runs;
  if (!run || runs.length > 1) return null;
  const { coordinator, dependent, leading, subject, finite } = language;
  const isClause = (from: number, to: number): boolean => {
    const words = clauses
      .slice(from, to)
      .map(({ text }) => text)
      .join(', ')
      .replace(coordinator, '');
    if (words.split(/\s+/u).length < clauseWordsMin) return false;
    return (subject?.test(words) || from === 0) && (finite?.test(words) ?? true) && !leading.test(words);
  };
  const begin = clauses[run.first]?.text ?? '';
  if (run.first > 0 && run.last === clauses.length) {
    const mark = clauses[run.first - 1]?.mark ?? '';
    const follows =
      coordinator.test(begin) || dependent.test(begin) || subject?.test(begin) || /^\p{L}+ing\b/u.test(begin);
    const canEnd = /[;—–]/u.test(mark) || (mark.trim() === ',' && follows);
    return canEnd && isClause(0, run.first) ? cutsOf(clauses, gone, language) : null;
  }
  if (run.first > 0) return null;
  const next = clauses[run.last]?.text ?? '';
  const parted = coordinator.test(next) || /[;]/u.test(clauses[run.last - 1]?.mark ?? '');
  return parted && isClause(run.last, clauses.length) ? cutsOf(clauses, gone, language) : null;
}
