import { structureOf } from '../document/structure.ts';
import type { Language } from '../language/language.ts';
import { occurrencesIn } from './index-occurrences.ts';
import type { PatternList, PatternTable } from './pattern-table.ts';
import { prefilterOf } from './prefilter.ts';
import { runAll, type ScannedText } from './scanned-text.ts';
import type { TermScan } from './term-scan.ts';
import type { Vocabulary } from './vocabulary.ts';
import { wordMarks } from './word-marks.ts';

/** A compiled pack and the scan of its terms. */
export interface Scanner {
  readonly pack: {
    readonly language: Language;
    readonly vocabulary: Pick<Vocabulary, 'words' | 'classCount' | 'numerals'>;
    /** Patterns of words that no gap may span; see `gapStop` of the grammar. */
    readonly grammar: { readonly gapStop: PatternList };
    readonly patterns: PatternTable;
  };
  readonly scan: TermScan;
}

/** Splits a text into words and sentences, finds its terms, and sets up the prefilter. Patterns run later, when asked for. */
export function scanText(text: string, { pack, scan }: Scanner): ScannedText {
  const structure = structureOf(text, pack.language, pack.vocabulary.words);
  const occurrences = occurrencesIn(structure, scan(structure), pack.vocabulary);
  const gapStops = new Uint8Array(structure.tokens.length + 1);
  const scanned: ScannedText = {
    structure,
    lower: text.toLowerCase(),
    occurrences,
    gapStops,
    table: pack.patterns,
    prefilter: prefilterOf(pack.patterns, occurrences),
    found: [],
    buffer: [],
    marks: wordMarks(structure.tokens.length),
    markedOccurrence: new Int32Array(structure.tokens.length),
  };
  for (const stop of runAll(scanned, pack.grammar.gapStop)) gapStops[stop.first] = 1;
  scanned.found.length = 0;
  return scanned;
}
