import { wordAt } from '../document/structure.ts';
import type { Candidate } from '../judge/candidate.ts';
import type { Cues } from '../judge/cues.ts';
import type { Words } from '../judge/scope.ts';
import type { GrammarCue } from '../pack/grammar-schema.ts';
import type { Rule } from '../pack/pack.ts';
import { isDisguised } from '../patterns/disguise.ts';
import type { ScannedText } from '../patterns/scanned-text.ts';
import type { ReadClaims } from './read-claims.ts';

/** The sentences within which a turn of speech still distances the speaker from words. */
const sentencesBeside = 2;

/** Turns of speech by which a speaker stands off from what is said, wherever their scope ends. */
const distancing: readonly GrammarCue[] = [
  'negator',
  'negatedSubject',
  'briefNegator',
  'rejectionCue',
  'rejectionAfter',
  'recant',
  'reported',
  'disavowal',
  'enforcement',
  'depiction',
  'shunned',
  'turnDown',
  'indirectQuestion',
  'denialAnswer',
  'teaching',
  'notSelling',
];

/**
 * In a text of so many sentences words that stand in several of them are about different things more often than not. Of what
 * rules put together so, 75 findings on pages that were built of development cases were clearly lawful to the reader, and
 * none of them was right. Pages of 8 to 11 sentences count since stories of recovery were put together on copy of real
 * businesses: four of twelve that were wrong stand on such pages and read clearly lawful, and none that was right does.
 */
const pageSentences = 8;

/**
 * In a text of so many sentences that offers nothing, all certainly lawful, nothing is found. Of 1,500 neutral texts (manuals, descriptions of
 * packages) 7 are flagged in Indonesian in place of 10; on development sets, cases and copy of shops every finding that
 * it takes is wrong. A story of a few sentences, or with an offer, is what the reader misses, and stands.
 */
const manualSentences = 4;

/** Tests of places: does the reader say that it reads lawful copy there? */
export type LawfulPlaces = Pick<
  ReadClaims,
  'isClearlyLawfulAt' | 'isCertainlyLawfulAt' | 'isTextCertainlyLawful'
>;

/** Tests that no place passes, for a reader that was not asked. */
export const nowhereLawful: LawfulPlaces = {
  isClearlyLawfulAt: () => false,
  isCertainlyLawfulAt: () => false,
  isTextCertainlyLawful: false,
};

/**
 * Those of the candidates that a text which reads like lawful copy takes back, as far as their rules allow it:
 * `always`; `distanced`, where something beside the words keeps them at a distance, though not by the letter of the grammar,
 * or where their sentences are clearly lawful; `never`, but for what a rule finds in one sentence that is certainly lawful,
 * and for what was put together of several sentences of a page, all of them clearly lawful. A text of a few words, one that
 * speaks to its judges, and disguised words clear nothing: who disguises words does not mean them to be read. Traditional
 * characters are no disguise. Of a text of several sentences that are all certainly lawful and offer nothing, such as a
 * manual, all goes: there, what looks like a disguise or like parts of a story is a coincidence.
 */
export function droppable(
  scanned: ScannedText,
  cues: Cues,
  candidates: readonly Candidate[],
  { isClearlyLawfulAt, isCertainlyLawfulAt, isTextCertainlyLawful }: LawfulPlaces,
): Candidate[] {
  const { language, sentences } = scanned.structure;
  if (wordsSaid(scanned, cues) < language.textWordsMin || cues.of('toReviewer').length > 0) return [];
  const offers = cues.of('offering').length > 0 || cues.of('selling').length > 0;
  const isManual = isTextCertainlyLawful && !offers && sentences.length >= manualSentences;
  return candidates.filter((candidate) => {
    const { rule, folds, isAcross } = candidate;
    if (rule.risk !== 'violation') return false;
    if (isManual) return isCertainlyLawfulAt(candidate.span);
    if (isDisguised(folds)) return false;
    if (rule.reviewMayDrop === 'never') {
      const isOfPage = isAcross && sentences.length >= pageSentences;
      return isOfOneSentence(rule)
        ? isCertainlyLawfulAt(candidate.span)
        : isOfPage && isClearlyLawfulAt(candidate.span);
    }
    return (
      isClearlyLawfulAt(candidate.span) ||
      rule.reviewMayDrop === 'always' ||
      isDistanced(scanned, cues, candidate)
    );
  });
}

/**
 * Whether a rule finds what one sentence says, of which the reader is a judge. It knows no form and no layout, and what lies
 * between sentences it often misses.
 */
function isOfOneSentence({ where, finder }: Rule): boolean {
  if (where === 'title') return false;
  if (finder.kind === 'near') return finder.window !== 'text' && 'words' in finder.window;
  return finder.kind === 'patterns';
}

/** Counts the words of a text without its disclaimers. */
function wordsSaid({ structure }: ScannedText, cues: Cues): number {
  return structure.sentences.reduce(
    (sum, { first, last }) => sum + (cues.within('disclaimer', first, last) ? 0 : last - first),
    0,
  );
}

function isDistanced({ structure }: ScannedText, cues: Cues, { span }: Candidate): boolean {
  const { tokens, sentences, sentenceOf, text } = structure;
  const first = sentences[Math.max(0, (sentenceOf[wordAt(tokens, span.start)] ?? 0) - sentencesBeside)];
  const lastAt = Math.min(
    sentences.length - 1,
    (sentenceOf[wordAt(tokens, span.end - 1)] ?? 0) + sentencesBeside,
  );
  const own: Words = { first: wordAt(tokens, span.start), last: wordAt(tokens, span.end - 1) + 1 };
  const around: Words = { first: first?.first ?? 0, last: sentences[lastAt]?.last ?? tokens.length };
  const isInDisclaimer = (cue: Words): boolean => {
    const sentence = sentences[sentenceOf[cue.first] ?? 0];
    return sentence !== undefined && cues.within('disclaimer', sentence.first, sentence.last) !== undefined;
  };
  const isBeside = (cue: Words): boolean =>
    cue.first >= around.first &&
    cue.last <= around.last &&
    (cue.last <= own.first || cue.first >= own.last) &&
    !isInDisclaimer(cue);
  if (distancing.some((cue) => cues.of(cue).some(isBeside))) return true;
  const from = tokens[around.first]?.start ?? 0;
  const end = tokens[around.last - 1]?.end ?? text.length;
  return /[?"“”]/.test(text.slice(from, end + 1));
}
