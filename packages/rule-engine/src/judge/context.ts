import type { Context, Exemption, Rule } from '../pack/pack.ts';
import { isLive } from '../patterns/live.ts';
import { indexFrom } from '../patterns/occurrences.ts';
import type { PatternList } from '../patterns/pattern-table.ts';
import { type Reading, runAll } from '../patterns/run-list.ts';
import type { Words } from './scope.ts';
import type { Span } from './spans.ts';

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

/**
 * Whether a text is so short that it may well claim without naming what it claims it of (`Cures psoriasis!`). Lines that
 * speak to its reviewers do not make it longer.
 */
export function isSlogan({ structure }: Reading, addressed: readonly Span[]): boolean {
  const { text, tokens, language } = structure;
  if (tokens.length <= language.sloganWordsMax) return true;
  if (addressed.length === 0) return false;
  const lines = addressed.map(({ start, end }) => {
    const lineEnd = text.indexOf('\n', end);
    return { start: text.lastIndexOf('\n', start) + 1, end: lineEnd < 0 ? text.length : lineEnd };
  });
  const said = tokens.filter(
    (token) => !lines.some(({ start, end }) => start <= token.start && token.end <= end),
  );
  return said.length <= language.sloganWordsMax;
}

/** Whether what a rule needs may be presumed of a hit in a slogan: not where its words are the title of a work. */
export function isPresumed(reading: Reading, rule: Pick<Rule, 'presumed'>, { first, last }: Words): boolean {
  if (!rule.presumed) return false;
  const { text, tokens, quotes } = reading.structure;
  const start = tokens[first]?.start ?? 0;
  const end = tokens[last - 1]?.end ?? text.length;
  return !quotes.some((quote) => text[quote.start] === '《' && quote.start < start && end < quote.end);
}

/** The first of the exemptions that applies to the hit. */
export function exemptionFor(
  reading: Reading,
  exemptions: readonly Exemption[],
  hit: Words,
): Exemption | undefined {
  return exemptions.find(
    ({ needs, unless, context }) =>
      holds(reading, context, hit) &&
      (!needs || holds(reading, needs, hit)) &&
      !(unless && holds(reading, unless, hit)),
  );
}
