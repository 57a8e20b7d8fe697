import { isHan } from '../document/tokens.ts';
import type { RawSpelling } from './spelling-schema.ts';

/** A term as people spell it to be found or to hide it, and the disguise that is, if it is one. */
export interface Spelled {
  readonly term: string;
  readonly fold: string | null;
}

/** Gives the other spellings of a term, itself not among them. */
export type Speller = (term: string) => readonly Spelled[];

/** Words of one term that may be spelled otherwise at the same time, and spellings it may have in all. */
const respelledMax = 2;
const spellingsMax = 64;

interface Spelling {
  readonly from: string;
  readonly to: string;
  readonly fold: string | null;
}

/** Makes a pack's spellings ready; `keyOf` brings what is written there into the form terms have. */
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
    const found = new Map<string, Spelled>();
    let latest: Spelled[] = [{ term, fold: null }];
    for (let round = 0; round < respelledMax && latest.length > 0; round++) {
      latest = latest.flatMap((one) => respell(one, byStart)).filter((one) => one.term !== term);
      for (const one of latest)
        if (found.size < spellingsMax && !found.has(one.term)) found.set(one.term, one);
    }
    return [...found.values()];
  };
}

/** What spellings are looked up by: a Chinese character, or a whole word. */
function startOf(text: string): string {
  return isHan(text) ? (text[0] ?? '') : (/^\S+?(?=\p{Script=Han}|\s|$)/u.exec(text)?.[0] ?? text);
}

/** The term with one word spelled otherwise, in every way there is. */
function respell({ term, fold }: Spelled, byStart: ReadonlyMap<string, readonly Spelling[]>): Spelled[] {
  const made: Spelled[] = [];
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
