import { breaks } from '../document/sentences.ts';
import type { TextStructure } from '../document/structure.ts';
import { isBoundary } from './phrase-boundaries.ts';
import type { Words } from './word-ranges.ts';

/** A verb of a swap that takes the form of what it replaces: `support~ your routine`. */
const inflected = /^([\p{L}]+)~/u;

/** Inflects a replacement like the first word that it replaces; one without `~` is returned unchanged. */
export function inFormOf({ tokens, language }: TextStructure, first: number, choice: string): string {
  const verb = inflected.exec(choice)?.[1];
  if (!verb) return choice;
  const forms = language.inflection.verb(verb);
  const form = forms[formOf(tokens[first]?.word ?? '')]?.[0] ?? verb;
  return form + choice.slice(verb.length + 1);
}

/** Tells whether a replacement fits its place: a verb does not follow `the`, where the replaced word is a noun. */
export function fits(
  structure: TextStructure,
  { first, last }: Words,
  choice: string,
  command: boolean,
): boolean {
  const { text, tokens, language, breakBefore } = structure;
  const before = tokens[first - 1];
  if (isClause(structure, choice)) {
    // After 的 a noun is wanted, and a clause is followed by a mark or by 的.
    const { modifierEnd } = language.connectives;
    const isEnd = last >= tokens.length || isBoundary(structure, last, breaks.list);
    if (modifierEnd?.test(before?.word ?? '')) return false;
    if (!isEnd && !modifierEnd?.test(tokens[last]?.word ?? '')) return false;
  }
  // `Cures gout.` has its subject before it; `Cure gout!` and `Guaranteed to cure gout.` have none that another verb fits.
  const { passive } = language.connectives;
  const begins = !before || breakBefore[first] === breaks.sentence;
  if (inflected.test(choice) && begins && !command && formOf(tokens[first]?.word ?? '') !== 's') return false;
  if (inflected.test(choice) && before && isPast(tokens[first]?.word ?? '') && passive?.test(before.word))
    return false;
  // `My store learned at your own pace` speaks to nobody.
  if (/\byour\b/.test(choice) && !begins && command) return false;
  if (!inflected.test(choice) || !before || !language.connectives.beforeNoun) return true;
  return !language.connectives.beforeNoun.test(text.slice(before.start, before.end));
}

/** Characters of a clause in writing without spaces, at least. */
const clauseMin = 4;

const isClause = ({ language }: TextStructure, choice: string): boolean =>
  !language.connectives.spaced && choice.length >= clauseMin;

/** Widens words by auxiliaries and particles that do not go with the clause that replaces them: `能…`, `…了`. */
export function withHelpers(structure: TextStructure, { first, last }: Words, choice: string): Words {
  if (!isClause(structure, choice)) return { first, last };
  const { tokens, breakBefore, language } = structure;
  const { helpers, particles } = language.connectives;
  const isOf = (words: RegExp | null, at: number): boolean => words?.test(tokens[at]?.word ?? '') ?? false;
  let from = first;
  while (from > 0 && breakBefore[from] === breaks.none && isOf(helpers, from - 1)) from--;
  const to = breakBefore[last] === breaks.none && isOf(particles, last) ? last + 1 : last;
  return { first: from, last: to };
}

/** Widens words that begin with a verb to its whole predicate. */
export function predicateFrom(structure: TextStructure, { first, last }: Words): Words {
  const { tokens, breakBefore, language, sentences, sentenceOf } = structure;
  const { coordinator, predicateEnd, goesOn } = language.connectives;
  const end = sentences[sentenceOf[first] ?? 0]?.last ?? tokens.length;
  const verb = tokens[first]?.word ?? '';
  for (let at = last; at < end; at++) {
    const word = tokens[at]?.word ?? '';
    if ((breakBefore[at] ?? 0) >= breaks.comma || predicateEnd?.test(word)) return { first, last: at };
    const next = tokens[at + 1]?.word ?? '';
    const isLast = at + 2 >= end || (breakBefore[at + 2] ?? 0) >= breaks.comma;
    if (coordinator.test(word) && goesOn(next, verb) && !isLast) return { first, last: at };
  }
  return { first, last: end };
}

const isPast = (word: string): boolean => formOf(word) === 'ed';

function formOf(word: string): string {
  if (/.{2}ing$/.test(word)) return 'ing';
  if (/(?:ed|ook|ept|ew|ot|ost|old|eld|ought|aught|elt|one|ent|ade)$/.test(word)) return 'ed';
  return /[^s]s$/.test(word) ? 's' : 'base';
}
