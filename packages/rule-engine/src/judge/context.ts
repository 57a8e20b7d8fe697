import type { Context, Exemption, Rule } from '../pack/pack.ts';
import { indexFrom } from '../patterns/occurrence.ts';
import type { PatternList } from '../patterns/pattern-table.ts';
import { mayMatch } from '../patterns/prefilter.ts';
import { runAll, type ScannedText } from '../patterns/scanned-text.ts';
import type { Words } from './scope.ts';
import type { Span } from './spans.ts';

/**
 * Tells whether a pattern of the context is in its place: at the match's own words, in its sentence, in that and its
 * neighbours, in so many sentences around it, or anywhere; and whether what must hold besides does.
 * @param speaksOf whether words in the match's own sentence are about the match; all are unless said
 */
export function holds(
  scanned: ScannedText,
  context: Context,
  match: Words,
  speaksOf: (words: Words) => boolean = () => true,
): boolean {
  const { structure } = scanned;
  const number = structure.sentenceOf[match.first] ?? 0;
  const standsNear = (list: PatternList, away: number): boolean => {
    const { sentences, tokens } = structure;
    const found = runAll(scanned, list);
    if (found.length === 0) return false;
    const from = sentences[Math.max(0, number - away)]?.first ?? 0;
    const end = sentences[number + away]?.last ?? tokens.length;
    return (found[indexFrom(found, from)]?.first ?? end) < end;
  };
  const { overlapping, sentence, nearby, within, text, also } = context;
  const overlaps = ({ first, last }: Words): boolean => first < match.last && match.first < last;
  return (
    (isInSentence(scanned, overlapping, number, overlaps) ||
      isInSentence(scanned, sentence, number, speaksOf) ||
      standsNear(nearby, 1) ||
      (within !== null && standsNear(within.patterns, within.sentences)) ||
      runAll(scanned, text).length > 0) &&
    also.every((other) => holds(scanned, other, match, speaksOf))
  );
}

function isInSentence(
  scanned: ScannedText,
  list: PatternList,
  number: number,
  fits: (words: Words) => boolean,
): boolean {
  const own = scanned.structure.sentences[number];
  const found = runAll(scanned, list);
  if (!own || found.length === 0) return false;
  for (let at = indexFrom(found, own.first); at < found.length; at++) {
    const one = found[at] as Words;
    if (one.first >= own.last) return false;
    if (fits(one)) return true;
  }
  return false;
}

/** Tells whether a context may hold for any words of the text; rules whose `needs` cannot hold are not matched at all. */
export function mayHold(
  scanned: ScannedText,
  { overlapping, sentence, nearby, within, text, also }: Context,
): boolean {
  const isSomewhere =
    mayMatch(scanned, overlapping) ||
    mayMatch(scanned, sentence) ||
    mayMatch(scanned, nearby) ||
    (within !== null && mayMatch(scanned, within.patterns)) ||
    runAll(scanned, text).length > 0;
  return isSomewhere && also.every((other) => mayHold(scanned, other));
}

/**
 * Tells whether a text is so short that it may well claim without naming what the claim is about (`Cures psoriasis!`). Lines that
 * speak to its reviewers do not make it longer.
 */
export function isSlogan({ structure }: ScannedText, injections: readonly Span[]): boolean {
  const { text, tokens, language } = structure;
  if (tokens.length <= language.sloganWordsMax) return true;
  if (injections.length === 0) return false;
  const lines = injections.map(({ start, end }) => {
    const lineEnd = text.indexOf('\n', end);
    return { start: text.lastIndexOf('\n', start) + 1, end: lineEnd < 0 ? text.length : lineEnd };
  });
  const said = tokens.filter(
    (token) => !lines.some(({ start, end }) => start <= token.start && token.end <= end),
  );
  return said.length <= language.sloganWordsMax;
}

/** Tells whether a rule's `needs` may be presumed of a match in a slogan: not where its words are the title of a work. */
export function isPresumed(
  scanned: ScannedText,
  rule: Pick<Rule, 'presumed'>,
  { first, last }: Words,
): boolean {
  if (!rule.presumed) return false;
  const { text, tokens, quotes } = scanned.structure;
  const start = tokens[first]?.start ?? 0;
  const end = tokens[last - 1]?.end ?? text.length;
  return !quotes.some((quote) => text[quote.start] === '《' && quote.start < start && end < quote.end);
}

/** The first of the exemptions that applies to the match. */
export function exemptionFor(
  scanned: ScannedText,
  exemptions: readonly Exemption[],
  match: Words,
): Exemption | undefined {
  return exemptions.find(
    ({ needs, unless, context }) =>
      holds(scanned, context, match) &&
      (!needs || holds(scanned, needs, match)) &&
      !unless.some((one) => holds(scanned, one, match)),
  );
}
