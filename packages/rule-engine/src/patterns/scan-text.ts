import { structureOf } from '../document/structure.ts';
import type { Language } from '../language/language.ts';
import { occurrencesIn, type TermScan } from './occurrences.ts';
import type { PatternList, PatternTable } from './pattern-table.ts';
import { prefilterOf } from './prefilter.ts';
import { runAll, type ScannedText } from './scanned-text.ts';
import type { Vocabulary } from './vocabulary.ts';
import { wordMarks } from './word-marks.ts';

/** What it takes to read a text by a pack. */
export interface Scanner {
  readonly pack: {
    readonly language: Language;
    readonly vocabulary: Pick<Vocabulary, 'words' | 'classCount' | 'numerals'>;
    /** What ends a gap: see `gapStop` of the grammar. */
    readonly grammar: { readonly gapStop: PatternList };
    readonly patterns: PatternTable;
  };
  readonly scan: TermScan;
}

/** Takes a text apart, finds its terms and the patterns that may match. */
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
    gathered: [],
    marks: wordMarks(structure.tokens.length),
    noted: new Int32Array(structure.tokens.length),
  };
  for (const stop of runAll(scanned, pack.grammar.gapStop)) gapStops[stop.first] = 1;
  scanned.found.length = 0;
  return scanned;
}
