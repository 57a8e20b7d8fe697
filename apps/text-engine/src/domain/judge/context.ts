import type { Occurrence } from '../match/occurrences.ts';
import { type Reading, runAll } from '../match/run-list.ts';
import type { Context, Exemption } from '../rules/pack.ts';
import type { PatternList } from '../rules/pattern-table.ts';
import type { Words } from './scope.ts';

/** Whether a pattern of the context stands in its place: the hit's sentence, that and its neighbours, or anywhere. */
export function holds(reading: Reading, context: Context, hit: Words): boolean {
  const { structure } = reading;
  const number = structure.sentenceOf[hit.first] ?? 0;
  const inSentences = (list: PatternList, from: number, to: number): boolean =>
    runAll(reading, list).some((found: Occurrence) => {
      const at = structure.sentenceOf[found.first] ?? 0;
      return at >= from && at <= to;
    });
  return (
    inSentences(context.sentence, number, number) ||
    inSentences(context.nearby, number - 1, number + 1) ||
    inSentences(context.text, 0, structure.sentences.length)
  );
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
