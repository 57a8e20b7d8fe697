import { authoredWords, isUnspaced, tokenize } from '../document/tokens.ts';
import type { SpelledTerm, Speller } from './spellings.ts';

/** A term that the automaton looks for: the classes it fills, and the disguise that it is, if it is one. */
export interface Term {
  readonly text: string;
  readonly classes: readonly number[];
  readonly fold: string | null;
}

/** Collects the terms of all patterns and lexicons. */
export interface Terms {
  readonly add: (classNumber: number, written: readonly string[]) => void;
  readonly all: () => Term[];
  /** Pictograms that some term has: they are words, and not what is put between letters. */
  readonly pictograms: () => string[];
}

export function termsWith(speller: Speller): Terms {
  const byFold = new Map<string | null, Map<string, Set<number>>>();
  const file = (classNumber: number, text: string, fold: string | null): void => {
    const terms = byFold.get(fold) ?? new Map<string, Set<number>>();
    byFold.set(fold, terms);
    terms.set(text, (terms.get(text) ?? new Set()).add(classNumber));
  };
  const known = new Map<string, readonly SpelledTerm[]>();
  const spelledOnce = (written: string): readonly SpelledTerm[] => {
    const made = known.get(written) ?? allSpellings(termKey(written), speller);
    known.set(written, made);
    return made;
  };
  return {
    add: (classNumber, written) => {
      for (const one of written) {
        for (const { term, fold } of spelledOnce(one)) file(classNumber, term, fold);
      }
    },
    all: () =>
      [...byFold].flatMap(([fold, terms]) =>
        [...terms].map(([text, classes]) => ({ text, classes: [...classes], fold })),
      ),
    pictograms: () => {
      const texts = [...byFold.values()].flatMap((terms) => [...terms.keys()]);
      return [...new Set(texts.flatMap((text) => text.match(pictogram) ?? []))];
    },
  };
}

/** A term as it is written, and as people spell it otherwise. */
const allSpellings = (term: string, speller: Speller): readonly SpelledTerm[] => [
  { term, fold: null },
  ...speller(term),
];

const pictogram = /\p{Extended_Pictographic}/gu;

/** A term as the automaton is given it: its words, with spaces except beside Chinese characters and pictograms. */
export function termKey(term: string): string {
  let key = '';
  let before: string | null = null;
  for (const { word } of tokenize(term, authoredWords)) {
    const touches = before === null || isUnspaced(word) || isUnspaced(before);
    key += touches ? word : ` ${word}`;
    before = word;
  }
  return key;
}

/** As authors write them, without other spellings. */
export const plainTerms = (terms: readonly Term[]): string[] =>
  terms.flatMap(({ text, fold }) => (fold === null ? text : []));

/** The different words of some terms that are made of letters, between spaces. */
export const wordsOfTerms = (terms: readonly string[]): string =>
  [...new Set(terms.flatMap((term) => term.split(' ')))].filter((word) => /^[a-z]{2,}$/.test(word)).join(' ');
