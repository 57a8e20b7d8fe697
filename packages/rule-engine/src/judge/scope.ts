import { breaks } from '../document/sentences.ts';
import type { TextStructure } from '../document/structure.ts';
import type { GrammarCue } from '../pack/grammar-schema.ts';
import type { Cues } from './cues.ts';

/** A run of words: `first` inclusive, `last` exclusive. */
export interface Words {
  readonly first: number;
  readonly last: number;
}

/**
 * After a comma a list goes on (`diagnose, treat, cure`) unless a new subject or a finite verb begins (`won't harm,
 * cures`), or the language joins lists by another mark.
 */
export function continuesList(structure: TextStructure, cues: Cues, at: number, match: Words): boolean {
  const { crossesComma, isFiniteVerb } = structure.language.denial;
  if (!crossesComma || opensStatement(cues, at, match)) return false;
  return !(at === match.first && isFiniteVerb(structure.tokens[at]?.word ?? ''));
}

/** Tells whether word `at`, after a comma, begins a statement of its own: `it`, `our …`, `but`. */
export function opensStatement(cues: Cues, at: number, match: Words): boolean {
  return (
    cues.within('newSubject', at, Math.min(at + 3, match.last)) !== undefined ||
    cues.some('scopeBreaker', at, at + 1, () => true)
  );
}

/** The characters between word `at` and the one before it. */
export function markBefore(structure: TextStructure, at: number): string {
  return structure.text.slice(structure.tokens[at - 1]?.end, structure.tokens[at]?.start);
}

/**
 * Tells whether a statement goes on from the cue to the match. A dash or colon right after the cue, and a quotation,
 * belong to it; a comma with a new subject (`this isn't a cream, it's …`) or another clause ends it.
 */
export function leadsTo(structure: TextStructure, cues: Cues, cue: Words, match: Words): boolean {
  for (let at = cue.last; at <= match.first; at++) {
    const strength = structure.breakBefore[at] ?? 0;
    if (strength <= breaks.list || /["“”‘'「」『』＂]/.test(markBefore(structure, at))) continue;
    if (strength === breaks.comma && opensStatement(cues, at, match)) return false;
    if (strength >= breaks.clause && at > cue.last) return false;
  }
  return true;
}

/** Tells whether the match is inside quotation marks. */
export function isQuoted(structure: TextStructure, match: Words): boolean {
  const start = structure.tokens[match.first]?.start ?? 0;
  const end = structure.tokens[match.last - 1]?.end ?? 0;
  return structure.quotes.some((quote) => quote.start < start && quote.end > end);
}

/** `no problem`, `we don't like to boast`: words of a denial without its meaning. */
export function isMeant(cues: Cues, cue: Words | undefined): boolean {
  if (!cue) return false;
  return !cues.of('falseNegator').some((other) => other.first < cue.last && other.last >= cue.last);
}

/** Cues whose words say something of their own clause alone. */
const ofTheirClause: readonly GrammarCue[] = ['negator', 'negatedSubject', 'briefNegator'];

/**
 * Tells whether words that would make a match lawful speak of it. Words that name a thing do, wherever they stand in its
 * sentence (`…, so a dollar goes to research`); a denial does only in the match's own clause, or where its clause leads to
 * the match: not in `ours never quits: it kills 99.9% of germs`. Behind the match it may follow if it says what it denies
 * (`we take two, and so should you: not more`).
 */
export function speaksOfMatch(structure: TextStructure, cues: Cues, words: Words, match: Words): boolean {
  if (reachesAcross(structure, words, match)) return false;
  const denies = ofTheirClause.some((cue) =>
    cues.some(cue, words.first, words.first + 1, ({ first }) => first === words.first),
  );
  const saysWhat = words.first >= match.last && words.last - words.first > 1;
  if (!denies || saysWhat) return true;
  const from = words.first < match.first ? words.first : match.last - 1;
  const to = Math.max(words.first, match.first);
  for (let at = from + 1; at <= to; at++) {
    const strength = structure.breakBefore[at] ?? breaks.none;
    if (strength >= breaks.clause && !isQuotation(structure, at)) return false;
    if (strength === breaks.comma && opensStatement(cues, at, match)) return false;
  }
  return true;
}

/** Tells whether words begin in another clause than the match and end in it: `unless you like pain, doctors` is no phrase. */
function reachesAcross({ breakBefore }: TextStructure, words: Words, match: Words): boolean {
  if (words.first >= match.first || words.last <= match.first) return false;
  return breakBefore.slice(words.first + 1, match.first + 1).some((strength) => strength >= breaks.comma);
}

const isQuotation = (structure: TextStructure, at: number): boolean =>
  /["“”‘'「」『』＂]/.test(markBefore(structure, at));
