import { breaks } from '../document/sentences.ts';
import type { TextStructure } from '../document/structure.ts';
import type { GrammarCue } from '../pack/grammar-schema.ts';
import type { Cues } from './cues.ts';
import { continuesList, markBefore, opensStatement, type Words } from './scope.ts';

/**
 * Tells whether the statement that begins at `match.first` is denied by a negation before it:
 * `does not treat, cure or prevent X`, `isn't meant to …`, `no cream can …`.
 * A negation inside the match is the rule's own (`never have a flare again`) and does not count.
 */
export function isNegated(structure: TextStructure, cues: Cues, match: Words): boolean {
  const sentence = structure.sentences[structure.sentenceOf[match.first] ?? 0];
  if (!sentence) return false;
  const from = Math.max(sentence.first, match.first - structure.language.denial.reachMax);
  const denies = (kind: GrammarCue, carries: (cue: Words) => boolean): boolean =>
    cues.some(
      kind,
      from,
      match.first,
      (cue) =>
        cue.last <= match.first &&
        carries(cue) &&
        !isFalse(cues, cue) &&
        !isAttribute(structure, cues, cue, match) &&
        !isOverturned(structure, cues, cue, match),
    );
  return (
    denies('negator', (cue) => reaches(structure, cues, cue, match, continuesList)) ||
    denies('negatedSubject', (cue) => reaches(structure, cues, cue, match, continuesSubject)) ||
    denies(
      'briefNegator',
      (cue) => reachesBriefly(structure, cue, match) || quotesNext(structure, cue, match),
    )
  );
}

/** `none of these mends X, ends Y or cures Z`: the subject goes on until another opens. */
function continuesSubject(_structure: TextStructure, cues: Cues, at: number, match: Words): boolean {
  return !opensStatement(cues, at, match);
}

/** `not only`, `can't wait`, `no wonder`: the words of a negation without its meaning. */
function isFalse(cues: Cues, cue: Words): boolean {
  return cues.of('falseNegator').some((other) => other.first <= cue.first && other.last > cue.first);
}

/**
 * `Non-GMO capsules`, `no added sugar tea`, `不含咖啡因的茶`: a negative that is part of an adjective says what the noun is without,
 * and denies no statement behind it. As a subject it does (`no sugar can …`), and an enumeration goes on (`no soy or corn`).
 */
function isAttribute(structure: TextStructure, cues: Cues, cue: Words, match: Words): boolean {
  if (isBound(structure, cue)) return match.first > endOfCompound(structure, cue.last);
  return cues.of('attributive').some(({ first, last }) => {
    const isHere = first <= cue.first && cue.first < last && last <= match.first;
    return isHere && cue.last !== last + 1 && !isFurtherItem(structure, last, match);
  });
}

/** Tells whether a negative is a prefix of the word behind it: `non drowsy`, `zero-calorie`. */
function isBound(structure: TextStructure, cue: Words): boolean {
  const word = structure.tokens[cue.last - 1]?.word ?? '';
  return isHyphen(markBefore(structure, cue.last)) || structure.language.denial.prefixes.has(word);
}

/** The last word of the compound that word `at` is in. */
function endOfCompound(structure: TextStructure, at: number): number {
  let last = at;
  while (last + 1 < structure.tokens.length && isHyphen(markBefore(structure, last + 1))) last++;
  return last;
}

const isHyphen = (mark: string): boolean => /^[-\u2010\u2011]$/.test(mark);

/**
 * Tells whether the match is one more item of what ends before word `at`: behind a list mark, a comma or a word that joins.
 * Without spaces an adjective may still end there, and its noun be the item (`不含有害的汞`).
 */
function isFurtherItem(structure: TextStructure, at: number, match: Words): boolean {
  const { denial, connectives } = structure.language;
  if (match.last - match.first > denial.itemWordsMax) return false;
  const between = structure.text.slice(structure.tokens[at]?.start, structure.tokens[match.first]?.start);
  if (between === '') return !connectives.spaced || (structure.breakBefore[at] ?? breaks.none) > breaks.none;
  return connectives.coordinator.exec(between)?.[0] === between.trim();
}

/**
 * `They said nothing could cure it. Then I found …`: others deny, and the seller contradicts them.
 * `Nothing cures gout, except our …`, `I never thought it would. It did.`: the denial is revoked.
 */
function isOverturned(structure: TextStructure, cues: Cues, cue: Words, match: Words): boolean {
  const number = structure.sentenceOf[cue.first] ?? 0;
  const own = structure.sentences[number];
  const next = structure.sentences[number + 1] ?? own;
  if (!own || !next) return false;
  if (cues.within('overturn', match.first, next.last)) return true;
  return (
    cues.within('reported', own.first, cue.last) !== undefined &&
    cues.within('counter', cue.last, next.last) !== undefined
  );
}

function reachesBriefly(structure: TextStructure, cue: Words, match: Words): boolean {
  if (match.first - cue.last > structure.language.denial.briefReachMax) return false;
  for (let at = cue.last; at <= match.first; at++)
    if ((structure.breakBefore[at] ?? 0) > breaks.none) return false;
  return true;
}

/** `No "melts fat overnight" talk here`: what is quoted right after it is denied as far as the quotation goes. */
function quotesNext(structure: TextStructure, cue: Words, match: Words): boolean {
  if (!opensQuotation.test(markBefore(structure, cue.last))) return false;
  const start = structure.tokens[cue.last]?.start ?? 0;
  const end = structure.tokens[match.last - 1]?.end ?? 0;
  return structure.quotes.some(
    (quote) => quote.start < start && quote.start >= start - 1 && quote.end >= end,
  );
}

/** The opening mark of a quotation and nothing else. */
const opensQuotation = /^\s*["“‘'「『＂]$/;

/** Walks from the negation to the match: stops at `but`, a dash, or a comma that opens a new statement, or any comma where the language joins lists otherwise. */
function reaches(
  structure: TextStructure,
  cues: Cues,
  cue: Words,
  match: Words,
  goesOn: typeof continuesList,
): boolean {
  if (cues.within('scopeBreaker', cue.last, match.first)) return false;
  for (let at = cue.last; at <= match.first; at++) {
    const strength = structure.breakBefore[at] ?? 0;
    if (strength >= breaks.clause && !introduces(structure, cue, at)) return false;
    if (strength === breaks.comma && !goesOn(structure, cues, at, match)) return false;
  }
  return true;
}

/**
 * `don't say "…"` goes on with what it quotes, `What it can't do: …` with what it lists. With a predicate of its own the
 * statement is over at the colon (`not a diet: …`, `ours never quits: …`).
 */
function introduces(structure: TextStructure, cue: Words, at: number): boolean {
  const between = markBefore(structure, at).trim();
  if (opensQuotation.test(between)) return true;
  if (!/^[:：]$/.test(between)) return false;
  const { colonReachMax, colonLead } = structure.language.denial;
  if (at === cue.last) return true;
  const said = structure.text.slice(structure.tokens[cue.last]?.start, structure.tokens[at - 1]?.end);
  return at - cue.last <= colonReachMax && colonLead.test(said);
}
