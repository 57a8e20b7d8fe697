import { compile, foldBits, foldNames } from '@redline/matcher';
import type { Vocabulary } from '../rules/vocabulary.ts';
import type { TextStructure } from '../text/structure.ts';
import type { TermHit, TermScan } from './occurrences.ts';

/** Folds that are spelling, not disguise: they are not named on a finding. */
const spelling = foldBits(['case', 'width', 'compatibility', 'combining']);
/** Terms shorter than this are only taken as written: `e d` or `1n` is everywhere. Chinese ones may be short. */
const disguisedLengthMin = 3;
const hitsMax = 20_000;

/** Builds the automaton over all terms of a vocabulary; its scan gives hits in words of a text. */
export function termScan(vocabulary: Vocabulary): TermScan {
  const terms = vocabulary.terms.map(({ text, classes, fold }) => ({
    classes,
    spelled: fold === null ? [] : [fold],
    mayBeDisguised: text.length >= disguisedLengthMin || /\p{Script=Han}/u.test(text),
  }));
  // A pictogram counts as a letter only where it is a term by itself.
  const pictograms = vocabulary.pictograms.map((text) => ({ text }));
  const set = compile([...vocabulary.terms.map(({ text }) => ({ text })), ...pictograms]);
  return (structure) => {
    const words = wordIndex(structure);
    const hits: TermHit[] = [];
    for (const match of set.scan(structure.text, { limit: hitsMax }).matches) {
      const disguise = match.folds & ~spelling;
      const term = terms[match.term];
      if (!term || (disguise !== 0 && !term.mayBeDisguised)) continue;
      const first = words.startingAt(match.start);
      const last = words.endingAt(match.end);
      if (first < 0 || last <= first) continue;
      const folds = disguise === 0 ? term.spelled : [...foldNames(disguise), ...term.spelled];
      hits.push({ first, last, folds, classes: term.classes });
    }
    return outsideOpaque(hits, vocabulary.opaque, structure.tokens.length);
  };
}

/** Drops what stands within a longer term of an opaque lexicon. */
function outsideOpaque(hits: TermHit[], opaque: ReadonlySet<number>, wordCount: number): TermHit[] {
  if (opaque.size === 0) return hits;
  const covers = hits.filter(({ classes }) => classes.some((of) => opaque.has(of)));
  if (covers.length === 0) return hits;
  const coveredBy = new Array<TermHit[] | undefined>(wordCount);
  for (const cover of covers) {
    for (let word = cover.first; word < cover.last; word++) {
      const known = coveredBy[word];
      if (known) known.push(cover);
      else coveredBy[word] = [cover];
    }
  }
  const isInside = (hit: TermHit): boolean =>
    (coveredBy[hit.first] ?? []).some(
      ({ first, last }) => first <= hit.first && last >= hit.last && last - first > hit.last - hit.first,
    );
  return hits.filter((hit) => !isInside(hit));
}

interface WordIndex {
  /** The word that starts at the offset, or -1. */
  readonly startingAt: (offset: number) => number;
  /** One past the word that ends at the offset (a possessive or unseen characters may follow), or -1. */
  readonly endingAt: (offset: number) => number;
}

const isUnseen = (text: string, at: number): boolean =>
  text.charCodeAt(at) > 0x7f && /[\p{M}\p{Cf}]/u.test(text[at] ?? '');

function wordIndex({ text, tokens, language }: TextStructure): WordIndex {
  const starts = new Int32Array(text.length + 1).fill(-1);
  const ends = new Int32Array(text.length + 1).fill(-1);
  for (const [at, { start, end, word }] of tokens.entries()) {
    starts[start] = at;
    ends[end] = at + 1;
    if (end - start === 1) continue;
    const enclitic = language.enclitic?.exec(word)?.[0].length ?? 0;
    if (enclitic > 0) ends[end - enclitic] = at + 1;
    for (let last = end; last > start + 1 && isUnseen(text, last - 1); last--) ends[last - 1] = at + 1;
  }
  return { startingAt: (offset) => starts[offset] ?? -1, endingAt: (offset) => ends[offset] ?? -1 };
}
