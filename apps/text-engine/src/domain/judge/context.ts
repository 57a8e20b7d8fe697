import { isLive } from '../match/live.ts';
import { indexFrom } from '../match/occurrences.ts';
import { type Reading, runAll } from '../match/run-list.ts';
import type { Context, Exemption } from '../rules/pack.ts';
import type { PatternList } from '../rules/pattern-table.ts';
import type { Words } from './scope.ts';

/**
 * Whether a pattern of the context stands in its place: the hit's sentence, that and its neighbours, so many sentences
 * around it, or anywhere; and whether what must hold besides does.
 */
export function holds(reading: Reading, context: Context, hit: Words): boolean {
  const { structure } = reading;
  const number = structure.sentenceOf[hit.first] ?? 0;
  const standsNear = (list: PatternList, away: number): boolean => {
    const { sentences, tokens } = structure;
    const found = runAll(reading, list);
    if (found.length === 0) return false;
    const from = sentences[Math.max(0, number - away)]?.first ?? 0;
    const end = sentences[number + away]?.last ?? tokens.length;
    return (found[indexFrom(found, from)]?.first ?? end) < end;
  };
  const { sentence, nearby, within, text, also } = context;
  return (
    (standsNear(sentence, 0) ||
      standsNear(nearby, 1) ||
      (within !== null && standsNear(within.patterns, within.sentences)) ||
      runAll(reading, text).length > 0) &&
    also.every((other) => holds(reading, other, hit))
  );
}

/** Whether a context may hold for any words of the text: where it cannot, what needs it need not be looked for. */
export function mayHold(reading: Reading, { sentence, nearby, within, text, also }: Context): boolean {
  const isSomewhere =
    isLive(reading, sentence) ||
    isLive(reading, nearby) ||
    (within !== null && isLive(reading, within.patterns)) ||
    runAll(reading, text).length > 0;
  return isSomewhere && also.every((other) => mayHold(reading, other));
}

/** The first of the exemptions that applies to the hit. */
export function exemptionFor(
  reading: Reading,
  exemptions: readonly Exemption[],
  hit: Words,
): Exemption | undefined {
  return exemptions.find(
    ({ needs, context }) => holds(reading, context, hit) && (!needs || holds(reading, needs, hit)),
  );
}
