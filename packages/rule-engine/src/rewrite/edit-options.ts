import { breaks } from '../document/sentences.ts';
import type { Candidate } from '../judge/candidate.ts';
import type { Span } from '../judge/spans.ts';
import type { Fix } from '../pack/pack.ts';
import { runAll, type ScannedText } from '../patterns/scanned-text.ts';
import type { Edit } from './apply-edit.ts';
import { factsIn } from './facts.ts';
import { isBoundary, wholeWord } from './phrase-boundaries.ts';
import { removablePhrasesAround } from './removable-phrases.ts';
import { withStatement } from './statements.ts';
import { isTitle } from './titles.ts';
import { spanOfPhrase, spanOfWords, type Words, wordsOf } from './word-ranges.ts';
import { fits, inFormOf, predicateFrom, withHelpers } from './wording-forms.ts';

/** A change that may put a place right. */
export interface EditOption extends Edit {
  /** What is said instead, before it was brought into form. */
  readonly said: string;
  /** How many numbers and links it takes along that are not at risk themselves. */
  readonly facts: number;
}

/**
 * The changes that may put a place right: other words for it, then what can be left out, from the words that were matched
 * to the whole sentence, which is the last.
 * @param said what was said instead elsewhere; the same is not said twice
 * @param hasEdits whether something was put right already: what stands elsewhere, or a statement, is never all that changes
 */
export function editOptionsFor(
  scanned: ScannedText,
  place: readonly Candidate[],
  said: ReadonlySet<string>,
  hasEdits = false,
): EditOption[] {
  const around = hull(place.map((one) => one.span));
  const cores = wholeCores(scanned, place);
  const fixes = [...new Set(place.map(({ rule }) => rule.fix))];
  const swaps = fixes.flatMap((fix) => swapsIn(scanned, fix, place, said));
  const cuts = [...cores, hull(cores)].flatMap((core) => cutsOf(scanned, core, fixes, said));
  const signs = place.flatMap(({ rule }, at) => (rule.finder.kind === 'regex' ? (cores[at] ?? []) : []));
  const wholeSigns = signs.filter((core) => !tears(scanned, core));
  const others = place.some(({ source }) => source === 'model') ? phrasesOf(scanned, around, hasEdits) : [];
  const all = [
    ...swaps,
    ...wholeSigns.map((core) => ({ ...core, with: '', said: '', facts: 0 })),
    ...others,
    ...(hasEdits ? statementsFor(scanned, place, said) : []),
    ...cuts
      .filter((cut) => !leavesBeginning(scanned, place, cut))
      .toSorted((a, b) => a.end - a.start - (b.end - b.start)),
  ];
  return [...new Map(all.map((one) => [`${one.start} ${one.end} ${one.with}`, one])).values()];
}

/**
 * Whether a cut would leave the beginning of words that were matched within its phrase: `cure the flu` without its object is
 * still a claim, and its verb hangs.
 */
function leavesBeginning({ structure }: ScannedText, place: readonly Candidate[], { start }: Span): boolean {
  return place.some(({ core }) => {
    const left = structure.text.slice(core.start, Math.min(start, core.end));
    if (start >= core.end || !/[\p{L}\p{N}]/u.test(left) || phraseMark.test(left)) return false;
    const sentence = structure.sentences[structure.sentenceOf[wordsOf(structure, core).first] ?? 0];
    return sentence !== undefined && !isTitle(structure, sentence);
  });
}
const phraseMark = /[,，;；:：。！？、…\n]/u;

const hull = (spans: readonly Span[]): Span => ({
  start: Math.min(...spans.map(({ start }) => start)),
  end: Math.max(...spans.map(({ end }) => end)),
});

/** The words that were matched, each with all of a disguised word that it is a part of. */
function wholeCores({ structure }: ScannedText, place: readonly Candidate[]): Span[] {
  const { text, language } = structure;
  const disguised = place.filter(({ folds }) => folds.length > 0).map(({ core }) => core);
  return place.map(({ core, rule }) => {
    const over = disguised.filter(({ start, end }) => start < core.end && core.start < end);
    const whole = hull([core, ...over]);
    const isDisguised = over.length > 0 || rule.finder.kind === 'regex';
    return isDisguised && !language.connectives.spaced ? wholeWord(text, whole) : whole;
  });
}

/** Whether a cut would part a word: between characters where words are not parted, or within a sign of several units. */
function tears({ structure }: ScannedText, core: Span): boolean {
  const { text, language } = structure;
  const { start } = core;
  const end = start + text.slice(start, core.end).trimEnd().length;
  const isPart = (before: string, after: string): boolean =>
    /^(?:\uFE0F|\u200D|\u20E3)/u.test(after) ||
    (/[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after)) ||
    (!language.connectives.spaced && /[\p{L}\p{N}]/u.test(text.slice(start, end)) && /^\p{L}/u.test(after));
  return (
    isPart(text.slice(0, start), text.slice(start, end)) || isPart(text.slice(start, end), text.slice(end))
  );
}

function swapsIn(
  scanned: ScannedText,
  fix: Fix,
  place: readonly Candidate[],
  said: ReadonlySet<string>,
): EditOption[] {
  const { structure } = scanned;
  // The reviewer reads a text as a whole: what is said elsewhere may be what it hears.
  const isLearned = place.some(({ source }) => source === 'model');
  const around = isLearned ? { start: 0, end: structure.text.length } : hull(place.map(({ span }) => span));
  const cores = place.map(({ core }) => wordsOf(structure, core));
  const matched: Words[] = [];
  return fix.swaps.flatMap(({ patterns, with: choices, whole, heard, predicate, command }) => {
    const left = choices.filter((one) => !said.has(one));
    if (left.length === 0 || (heard && !isLearned)) return [];
    const all = longest(runAll(scanned, patterns), matched);
    if (!whole && !heard) matched.push(...all);
    return all.flatMap((match) => {
      const words = whole
        ? cores
            .filter(({ first, last }) => first === match.first && last > match.last)
            .map((core) => predicateFrom(structure, core))
        : [predicate ? predicateFrom(structure, match) : match];
      return words.flatMap((one) => {
        const choice = left.find((each) => fits(structure, one, each, command));
        if (choice === undefined) return [];
        const whole = withHelpers(structure, one, choice);
        const span = spanOfWords(structure, whole);
        if (span.start >= around.end || around.start >= span.end) return [];
        return [{ ...span, with: inFormOf(structure, whole.first, choice), said: choice, facts: 0 }];
      });
    });
  });
}

/** Of matches within one another, or within those of swaps listed before, the longest: what hangs on words goes along. */
const longest = (matches: readonly Words[], before: readonly Words[]): readonly Words[] =>
  matches.filter(
    (one) =>
      ![...matches, ...before].some(
        (other) =>
          other.first <= one.first &&
          other.last >= one.last &&
          other.last - other.first > one.last - one.first,
      ),
  );

/** What may be added where only the reviewer accuses the text: the condition under which what is left holds. */
function statementsFor(
  { structure }: ScannedText,
  place: readonly Candidate[],
  said: ReadonlySet<string>,
): EditOption[] {
  if (place.some(({ rule }) => rule.finder.kind !== 'learned')) return [];
  const { text, language } = structure;
  const statements = [...new Set(place.flatMap(({ rule }) => rule.fix.state))];
  if (statements.some((one) => said.has(one))) return [];
  const start = text.trimEnd().length;
  return statements.map((one) => ({
    ...{ start, end: start, said: one, facts: 0 },
    with: withStatement(text, one, language.connectives).slice(start),
  }));
}

/** What can be left out around words that were matched. */
function cutsOf(
  { structure }: ScannedText,
  core: Span,
  fixes: readonly Fix[],
  said: ReadonlySet<string>,
): EditOption[] {
  const { text } = structure;
  const words = wordsOf(structure, core);
  const hasWords = /[\p{L}\p{N}]/u.test(text.slice(core.start, core.end));
  // A sign by itself hangs on no word beside it.
  const pieces = removablePhrasesAround(structure, words).slice(hasWords ? 0 : -1);
  if (fixes.some(({ cut }) => cut === 'words')) pieces.unshift(words);
  const instead = fixes.flatMap((fix) => fix.instead).find((one) => !said.has(one)) ?? '';
  const isAll = ({ start, end }: Span): boolean => (text.slice(0, start) + text.slice(end)).trim() === '';
  return pieces.map((piece) => {
    const span = spanOfPhrase(structure, piece);
    const facts = factsIn(text.slice(span.start, core.start) + text.slice(core.end, span.end)).length;
    const with_ = isAll(span) ? instead : '';
    return { ...span, with: with_, said: with_, facts };
  });
}

/** The reviewer accuses a text by its loudest sentence; what makes it loud may stand elsewhere. */
const phrasesMax = 40;

function phrasesOf({ structure }: ScannedText, { start, end }: Span, hasEdits: boolean): EditOption[] {
  const phrases: Words[] = [];
  for (const { first, last } of structure.sentences) {
    phrases.push({ first, last });
    for (let from = first; from < last; ) {
      let to = from + 1;
      while (to < last && !isBoundary(structure, to, breaks.comma)) to++;
      const [piece] = removablePhrasesAround(structure, { first: from, last: to });
      if (piece) phrases.push(piece);
      from = to;
    }
  }
  return phrases
    .map((phrase) => spanOfPhrase(structure, phrase))
    .filter((one) => hasEdits || (one.start < end && start < one.end))
    .slice(0, phrasesMax)
    .map((one) => ({
      ...{ ...one, with: '', said: '' },
      facts: factsIn(structure.text.slice(one.start, one.end)).length,
    }));
}
