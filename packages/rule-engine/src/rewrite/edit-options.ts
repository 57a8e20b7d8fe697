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

/** An edit that may remove a risk. */
export interface EditOption extends Edit {
  /** The replacement as the pack lists it, before inflection; empty for a cut. */
  readonly wording: string;
  /** How many numbers and links that are not at risk it removes. */
  readonly facts: number;
}

/**
 * Lists the edits that may remove a risk: replacements first, then cuts, from the matched words to the whole sentence,
 * which is the last.
 * @param place overlapping candidates, handled as one risk
 * @param used wordings that the text got already; none is used twice
 * @param hasEdits whether the text was edited already: a cut elsewhere, or a statement, is never the only edit
 */
export function editOptionsFor(
  scanned: ScannedText,
  place: readonly Candidate[],
  used: ReadonlySet<string>,
  hasEdits = false,
): EditOption[] {
  const around = hull(place.map((one) => one.span));
  const cores = wholeCores(scanned, place);
  const fixes = [...new Set(place.map(({ rule }) => rule.fix))];
  const swaps = fixes.flatMap((fix) => swapsIn(scanned, fix, place, used));
  const cuts = [...cores, hull(cores)].flatMap((core) => cutsOf(scanned, core, fixes, used));
  const symbols = place.flatMap(({ rule }, at) => (rule.finder.kind === 'regex' ? (cores[at] ?? []) : []));
  const wholeSymbols = symbols.filter((core) => !splitsWord(scanned, core));
  const others = place.some(({ source }) => source === 'model') ? phrasesOf(scanned, around, hasEdits) : [];
  const all = [
    ...swaps,
    ...wholeSymbols.map((core) => ({ ...core, with: '', wording: '', facts: 0 })),
    ...others,
    ...(hasEdits ? statementsFor(scanned, place, used) : []),
    ...cuts
      .filter((cut) => !leavesBeginning(scanned, place, cut))
      .toSorted((a, b) => a.end - a.start - (b.end - b.start)),
  ];
  return [...new Map(all.map((one) => [`${one.start} ${one.end} ${one.with}`, one])).values()];
}

/**
 * Tells whether a cut would leave the beginning of the matched words in their phrase: `cure the flu` without its object is
 * still a claim, and its verb lacks an object.
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

/** Returns the matched words, each widened to the whole of a disguised word that it is part of. */
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

/** Tells whether a cut would split a word, or an emoji of several UTF-16 units. */
function splitsWord({ structure }: ScannedText, core: Span): boolean {
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
  used: ReadonlySet<string>,
): EditOption[] {
  const { structure } = scanned;
  // The classifier judges the whole text: the words that it flags may be anywhere in it.
  const isLearned = place.some(({ source }) => source === 'model');
  const around = isLearned ? { start: 0, end: structure.text.length } : hull(place.map(({ span }) => span));
  const cores = place.map(({ core }) => wordsOf(structure, core));
  const matched: Words[] = [];
  return fix.swaps.flatMap(({ patterns, with: choices, whole, heard, predicate, command }) => {
    const left = choices.filter((one) => !used.has(one));
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
        return [{ ...span, with: inFormOf(structure, whole.first, choice), wording: choice, facts: 0 }];
      });
    });
  });
}

/** Keeps the longest of nested matches, those of swaps listed before included, so that modifiers are replaced too. */
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

/** Lists the statements that may be added where only the classifier flags the text, such as a risk warning. */
function statementsFor(
  { structure }: ScannedText,
  place: readonly Candidate[],
  used: ReadonlySet<string>,
): EditOption[] {
  if (place.some(({ rule }) => rule.finder.kind !== 'learned')) return [];
  const { text, language } = structure;
  const statements = [...new Set(place.flatMap(({ rule }) => rule.fix.state))];
  if (statements.some((one) => used.has(one))) return [];
  const start = text.trimEnd().length;
  return statements.map((one) => ({
    start,
    end: start,
    wording: one,
    facts: 0,
    with: withStatement(text, one, language.connectives).slice(start),
  }));
}

/** Lists the cuts around matched words, shortest first. */
function cutsOf(
  { structure }: ScannedText,
  core: Span,
  fixes: readonly Fix[],
  used: ReadonlySet<string>,
): EditOption[] {
  const { text } = structure;
  const words = wordsOf(structure, core);
  const hasWords = /[\p{L}\p{N}]/u.test(text.slice(core.start, core.end));
  // A symbol depends on no word beside it: only the whole sentence is left as a wider cut.
  const pieces = removablePhrasesAround(structure, words).slice(hasWords ? 0 : -1);
  if (fixes.some(({ cut }) => cut === 'words')) pieces.unshift(words);
  const instead = fixes.flatMap((fix) => fix.instead).find((one) => !used.has(one)) ?? '';
  const isAll = ({ start, end }: Span): boolean => (text.slice(0, start) + text.slice(end)).trim() === '';
  return pieces.map((piece) => {
    const span = spanOfPhrase(structure, piece);
    const facts = factsIn(text.slice(span.start, core.start) + text.slice(core.end, span.end)).length;
    const with_ = isAll(span) ? instead : '';
    return { ...span, with: with_, wording: with_, facts };
  });
}

/** Phrases that are tried for one flag of the classifier, whose cause may be outside the sentence it reports. */
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
      ...one,
      with: '',
      wording: '',
      facts: factsIn(structure.text.slice(one.start, one.end)).length,
    }));
}
