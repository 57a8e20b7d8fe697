import { isHan } from '../document/tokens.ts';
import type { RawSpelling } from './spelling-schema.ts';

/** A spelling of a term; `fold` names the disguise, null for a spelling that hides nothing. */
export interface SpelledTerm {
  readonly term: string;
  readonly fold: string | null;
}

/** Returns the other spellings of a term, without the term itself. */
export type Speller = (term: string) => readonly SpelledTerm[];

/** Words of one term that may be spelled otherwise at the same time, and spellings it may have in all. */
const wordsRespelledMax = 2;
const spellingsMax = 64;

interface Spelling {
  readonly from: string;
  readonly to: string;
  readonly fold: string | null;
}

/** Prepares a pack's spellings. `keyOf` normalizes words as terms are normalized. */
export function spellerOf(spellings: readonly RawSpelling[], keyOf: (term: string) => string): Speller {
  if (spellings.length === 0) return () => [];
  const byStart = new Map<string, Spelling[]>();
  for (const { word, as, fold } of spellings) {
    const from = keyOf(word);
    for (const other of as) {
      const start = startOf(from);
      byStart.set(start, [...(byStart.get(start) ?? []), { from, to: keyOf(other), fold: fold ?? null }]);
    }
  }
  return (term) => {
    const found = new Map<string, SpelledTerm>();
    let latest: SpelledTerm[] = [{ term, fold: null }];
    for (let round = 0; round < wordsRespelledMax && latest.length > 0; round++) {
      latest = latest.flatMap((one) => respell(one, byStart)).filter((one) => one.term !== term);
      for (const one of latest)
        if (found.size < spellingsMax && !found.has(one.term)) found.set(one.term, one);
    }
    return [...found.values()];
  };
}

/** Returns the key of a spelling: a Chinese character, or a whole word. */
function startOf(text: string): string {
  return isHan(text) ? (text[0] ?? '') : (/^\S+?(?=\p{Script=Han}|\s|$)/u.exec(text)?.[0] ?? text);
}

/** Returns every spelling of a term that differs from it in one word. */
function respell(
  { term, fold }: SpelledTerm,
  byStart: ReadonlyMap<string, readonly Spelling[]>,
): SpelledTerm[] {
  const made: SpelledTerm[] = [];
  for (let at = 0; at < term.length; at++) {
    const before = term[at - 1];
    const opensWord = before === undefined || before === ' ' || isHan(before) || isHan(term[at] ?? '');
    if (!opensWord) continue;
    const rest = term.slice(at);
    for (const spelling of byStart.get(startOf(rest)) ?? []) {
      if (!rest.startsWith(spelling.from) || !endsWord(rest, spelling.from.length)) continue;
      const spelled = `${term.slice(0, at)}${spelling.to}${rest.slice(spelling.from.length)}`;
      made.push({ term: spelled, fold: spelling.fold ?? fold });
    }
  }
  return made;
}

function endsWord(text: string, at: number): boolean {
  const after = text[at];
  return after === undefined || after === ' ' || isHan(after) || isHan(text[at - 1] ?? '');
}
