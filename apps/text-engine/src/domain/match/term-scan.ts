import { compile, foldBits, foldNames } from '@redline/matcher';
import type { Vocabulary } from '../rules/program.ts';
import type { TextStructure } from '../text/structure.ts';
import type { TermHit, TermScan } from './occurrences.ts';

/** Folds that are spelling, not disguise: they are not named on a finding. */
const spelling = foldBits(['case', 'width', 'compatibility', 'combining']);
/** Terms shorter than this are only taken as written: `e d` or `1n` is everywhere. */
const disguisedLengthMin = 3;
const hitsMax = 20_000;

/** Builds the automaton over all terms of a vocabulary; its scan gives hits in words of a text. */
export function termScan(vocabulary: Vocabulary): TermScan {
  const terms = [...vocabulary.terms.keys()];
  const classes = terms.map((term) => vocabulary.terms.get(term) ?? []);
  const set = compile(terms.map((text) => ({ text })));
  return (structure) => {
    const words = wordIndex(structure);
    const hits: TermHit[] = [];
    for (const match of set.scan(structure.text, { limit: hitsMax }).matches) {
      const disguise = match.folds & ~spelling;
      if (disguise !== 0 && (terms[match.term]?.length ?? 0) < disguisedLengthMin) continue;
      const first = words.startingAt(match.start);
      const last = words.endingAt(match.end);
      if (first < 0 || last <= first) continue;
      hits.push({ first, last, folds: foldNames(disguise), classes: classes[match.term] ?? [] });
    }
    return hits;
  };
}

interface WordIndex {
  /** The word that starts at the offset, or -1. */
  readonly startingAt: (offset: number) => number;
  /** One past the word that ends at the offset (a possessive may follow), or -1. */
  readonly endingAt: (offset: number) => number;
}

function wordIndex({ text, tokens }: TextStructure): WordIndex {
  const starts = new Int32Array(text.length + 1).fill(-1);
  const ends = new Int32Array(text.length + 1).fill(-1);
  for (const [at, token] of tokens.entries()) {
    starts[token.start] = at;
    ends[token.end] = at + 1;
    if (/'s$/.test(token.word)) ends[token.end - 2] = at + 1;
  }
  return { startingAt: (offset) => starts[offset] ?? -1, endingAt: (offset) => ends[offset] ?? -1 };
}
