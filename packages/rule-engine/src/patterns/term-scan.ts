import { compile, foldBits, foldNames, fromTables, type WordSetTables } from '@redline/matcher';
import type { TextStructure } from '../document/structure.ts';
import type { Token } from '../document/tokens.ts';
import type { Language } from '../language/language.ts';
import { plainCoreOf } from './plain-core.ts';
import { type Rows, rowsOf } from './rows.ts';
import type { SoundTable } from './sound-table.ts';
import { originalOf, variantTexts } from './spelling-variants.ts';
import { addMatch, keepMatches, noFolds, type TermMatches, termMatches } from './term-matches.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Folds that are spelling, not disguise: they are not named on a finding. */
const spelling = foldBits(['case', 'width', 'compatibility', 'combining']);
/** Terms shorter than this are only taken as written: `e d` or `1n` is everywhere. Chinese ones may be short. */
const disguisedLengthMin = 3;
const matchesMax = 20_000;

/** The terms of a pack as its automaton finds them: flat, without an object a term. */
export interface TermTable {
  readonly automaton: WordSetTables;
  /** The classes that each term fills. */
  readonly classes: Rows;
  /** The disguise that a term is itself, as its number in `folds` from 1; 0 for most. */
  readonly foldOf: Uint8Array;
  readonly folds: readonly string[];
  /** 1 for a term that may be found through a disguise. */
  readonly mayBeDisguised: Uint8Array;
}

/** Builds the automaton over all terms of a vocabulary; once per pack. */
export function termTableOf({ terms, pictograms }: Pick<Vocabulary, 'terms' | 'pictograms'>): TermTable {
  const folds = [...new Set(terms.flatMap(({ fold }) => fold ?? []))];
  // A pictogram counts as a letter only where it is a term by itself.
  const set = compile([...terms, ...pictograms.map((text) => ({ text }))].map(({ text }) => ({ text })));
  return {
    automaton: set.tables,
    classes: rowsOf(terms.map(({ classes }) => classes)),
    foldOf: Uint8Array.from(terms, ({ fold }) => (fold === null ? 0 : folds.indexOf(fold) + 1)),
    folds,
    mayBeDisguised: Uint8Array.from(terms, ({ text }) =>
      Number(text.length >= disguisedLengthMin || /\p{Script=Han}/u.test(text)),
    ),
  };
}

/** The parts of a pack that finding its terms needs. */
interface TermSources {
  readonly terms: TermTable;
  readonly sounds: SoundTable | null;
  readonly language: Language;
  readonly vocabulary: Pick<Vocabulary, 'opaque'>;
}

/** Finds the terms of one vocabulary in a text, as matches in words; made once per pack. */
export type TermScan = (structure: TextStructure) => TermMatches;

/**
 * Prepares the scan of a pack's terms. It finds them as written, disguised by folds, and in the spelling variants of a text.
 * @param opaque classes inside whose terms no shorter term is seen
 */
export function termScan({ terms: table, vocabulary: { opaque }, sounds, language }: TermSources): TermScan {
  const { classes, foldOf, folds, mayBeDisguised } = table;
  const set = fromTables(table.automaton);
  const ownFolds = [noFolds, ...folds.map((fold) => [fold])];
  const isOpaque = opaqueTerms(classes, opaque);
  /** The disguises of a term; `bits` and `read` are those it took to read it and the text that it stands in. */
  const foldsOf = (term: number, bits: number, read: readonly string[]): readonly string[] => {
    const disguise = bits & ~spelling;
    const own = ownFolds[foldOf[term] ?? 0] ?? noFolds;
    return disguise === 0 && read.length === 0 ? own : [...read, ...foldNames(disguise), ...own];
  };
  /** Gives the terms in a text that may stand as they were found. */
  const eachIn = (text: string, take: (term: number, start: number, end: number, bits: number) => void) => {
    const { numbers, count } = set.find(text, { limit: matchesMax });
    for (let at = 0; at < count * 4; at += 4) {
      const [term, bits] = [numbers[at] ?? 0, numbers[at + 3] ?? 0];
      if (term < foldOf.length && ((bits & ~spelling) === 0 || mayBeDisguised[term] === 1))
        take(term, numbers[at + 1] ?? 0, numbers[at + 2] ?? 0, bits);
    }
  };
  return (structure) => {
    const words = wordIndex(structure);
    const matches = termMatches(classes);
    // By word: where the longest term of an opaque lexicon that begins there ends.
    let covers: Int32Array | null = null;
    const add = (term: number, bits: number, first: number, last: number, read: readonly string[]): void => {
      if (first < 0 || last <= first) return;
      addMatch(matches, first, last, term, foldsOf(term, bits, read));
      if (isOpaque[term] !== 1) return;
      covers ??= new Int32Array(structure.tokens.length);
      covers[first] = Math.max(covers[first] ?? 0, last);
    };
    eachIn(structure.text, (term, start, end, bits) =>
      add(term, bits, words.startingAt(start), words.endingAt(end), noFolds),
    );
    for (const variant of variantTexts(structure, sounds, language.sounds)) {
      eachIn(variant.text, (term, from, to, bits) => {
        // Null where it was there anyway, or only a part of what was read.
        const place = originalOf(variant, { start: from, end: to });
        if (place) add(term, bits, words.startingAt(place.start), words.endingAt(place.end), place.folds);
      });
    }
    if (covers) keepOutside(matches, covers);
    return matches;
  };
}

/** A 1 for each term that fills an opaque class. */
function opaqueTerms({ values, from }: Rows, opaque: ReadonlySet<number>): Uint8Array {
  const terms = new Uint8Array(from.length - 1);
  if (opaque.size === 0) return terms;
  for (let term = 0; term < terms.length; term++)
    for (let at = from[term] ?? 0; at < (from[term + 1] ?? 0); at++)
      if (opaque.has(values[at] ?? -1)) terms[term] = 1;
  return terms;
}

/** Drops what stands within a longer term of an opaque lexicon, of which `covers` knows by word where the longest ends. */
function keepOutside(matches: TermMatches, covers: Int32Array): void {
  // Where the one ends that reaches farthest of those that begin before a word.
  const earlier = new Int32Array(covers.length);
  let farthest = 0;
  for (let word = 0; word < covers.length; word++) {
    earlier[word] = farthest;
    farthest = Math.max(farthest, covers[word] ?? 0);
  }
  keepMatches(matches, (first, last) => (covers[first] ?? 0) <= last && (earlier[first] ?? 0) < last);
}

interface WordIndex {
  /** The word that starts at the offset, or -1. */
  readonly startingAt: (offset: number) => number;
  /** One past the word that ends at the offset (a possessive or unseen characters may follow), or -1. */
  readonly endingAt: (offset: number) => number;
}

const isUnseen = (text: string, at: number): boolean =>
  text.charCodeAt(at) > 0x7f && /[\p{M}\p{Cf}]/u.test(text[at] ?? '');

const leadingPictogram = /^\p{Extended_Pictographic}/u;

/** Signs that the automaton reads as letters. */
const letterSigns = '$¢€¥@';

function wordIndex({ text, tokens, language }: TextStructure): WordIndex {
  const starts = new Int32Array(text.length + 1).fill(-1);
  const ends = new Int32Array(text.length + 1).fill(-1);
  for (let at = 0; at < tokens.length; at++) {
    const { start, end, word } = tokens[at] as Token;
    starts[start] = at;
    ends[end] = at + 1;
    if (end - start === 1) continue;
    const enclitic = language.enclitic?.exec(word)?.[0].length ?? 0;
    if (enclitic > 0) ends[end - enclitic] = at + 1;
    for (let last = end; last > start + 1 && isUnseen(text, last - 1); last--) ends[last - 1] = at + 1;
    const core = language.connectives.spaced ? plainCoreOf(text, { start, end }) : null;
    if (core) [starts[core.start], ends[core.end]] = [at, at + 1];
    // What is joined to a pictogram (a tone, a ZWJ sequence) is no part of the term.
    const pictogram = leadingPictogram.exec(text.slice(start, end))?.[0].length ?? 0;
    if (pictogram > 0) ends[start + pictogram] = at + 1;
  }
  // A sign that stands for a letter (`¢ures`, `herpe$`) is beside the word that it belongs to.
  const beside = (places: Int32Array, offset: number, sign: number, step: 1 | -1): number => {
    const place = places[offset] ?? -1;
    return place >= 0 || !letterSigns.includes(text[sign] ?? ' ') ? place : (places[offset + step] ?? -1);
  };
  return {
    startingAt: (offset) => beside(starts, offset, offset, 1),
    endingAt: (offset) => beside(ends, offset, offset - 1, -1),
  };
}
