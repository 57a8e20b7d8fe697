/** A disguise the matcher can see through. A match names every fold it needed. */
export type Fold =
  | 'case'
  | 'width'
  | 'compatibility'
  | 'zero-width'
  | 'combining'
  | 'homoglyph'
  | 'leet'
  | 'separator'
  | 'repeat'
  | 'traditional';

/** A word or phrase to look for, written as a person would write it. */
export interface Term {
  readonly text: string;
  /**
   * `word` (default): where the term begins or ends with a letter or digit of an alphabetic script, the
   * original text must have a word boundary there. Chinese and Japanese edges never need one.
   * `none`: the term may stand inside a longer word.
   */
  readonly boundary?: 'word' | 'none';
}

/** One place where a term stands. */
export interface Match {
  /** Index of the term in the array given to `compile`. */
  readonly term: number;
  /** First UTF-16 unit in the original text. */
  readonly start: number;
  /** One past the last UTF-16 unit in the original text. */
  readonly end: number;
  /** Bit set of the folds needed to see the term here; 0 when it stands as written. See `foldNames`. */
  readonly folds: number;
}

export interface Scan {
  /** The matches, in the order in which their last letters are reached. */
  readonly matches: Match[];
  /** True when the limit ended the scan before the text did. */
  readonly truncated: boolean;
}

/** The same as numbers, for who has thousands to go through; written over by the set's next scan. */
export interface FoundMatches {
  /** Four numbers a match: term, start, end, folds. Those behind the last match mean nothing. */
  readonly numbers: Int32Array;
  /** The number of matches. */
  readonly count: number;
  readonly truncated: boolean;
}

export interface ScanOptions {
  /** The maximum of matches to return; 10,000 by default. */
  readonly limit?: number;
}

export interface CompileOptions {
  /** The folds to see through; all of them by default. */
  readonly folds?: readonly Fold[];
}

/** A compiled dictionary: immutable, shareable between threads, safe to use while another is built. */
export interface WordSet {
  /** Number of terms given to `compile`. */
  readonly size: number;
  readonly folds: readonly Fold[];
  /** Indexes of terms that can never match, because they hold no letter, digit or symbol, or are too long. */
  readonly ignored: readonly number[];
  /** Size of the tables in bytes. */
  readonly byteLength: number;
  /** The flat tables, to hand to another thread; `fromTables` makes a set of them without copying. */
  readonly tables: WordSetTables;
  /** Finds all matches of all terms, overlapping ones included, in one pass over the text. */
  scan(text: string, options?: ScanOptions): Scan;
  /** Finds the same, without creating an object for each match. */
  find(text: string, options?: ScanOptions): FoundMatches;
}

/** The tables of a word set: plain numbers and typed arrays, no objects per term. */
export interface WordSetTables {
  readonly size: number;
  readonly foldBits: number;
  /** Class of each folded unit in this dictionary, 0 when no term uses it (see step-table.ts). */
  readonly classes: Uint16Array;
  /** A bitmap of how terms begin (see gram-filter.ts). */
  readonly grams: Int32Array;
  /** The double array: base and owner of each state (see state-layout.ts). */
  readonly states: Int32Array;
  /** Fail and output link of each state. */
  readonly links: Int32Array;
  /** The distance of each state from the root in steps, by half its index. */
  readonly depths: Uint8Array;
  /** Output lists: four numbers an entry (see output-entries.ts). */
  readonly outputs: Int32Array;
  /** Eight numbers a pattern: what the check after an automaton hit needs. */
  readonly patterns: Int32Array;
  /** Folded units of all patterns, one after the other. */
  readonly units: Int32Array;
  /** The units as they were written. */
  readonly written: Uint16Array;
  /** The index in `gaps` of the gap before each unit. */
  readonly gapBefore: Uint16Array;
  readonly gaps: Int32Array;
  /** Code points of pictograms that are terms of their own, and so do not separate. */
  readonly literals: Int32Array;
  readonly ignored: Int32Array;
}

/** A text with its disguises taken off, and the way back. All arrays are as long as `text`. */
export interface FoldedText {
  readonly text: string;
  /** The start of each unit in the original. */
  readonly start: Int32Array;
  /** The end of each unit in the original, exclusive. */
  readonly end: Int32Array;
  /** Bit set of the folds that made it. */
  readonly folds: Uint16Array;
}

/** A word set that can be replaced while others are scanning. */
export interface LiveSet {
  /** The set to scan with now. Keep it in a variable for the length of one scan. */
  readonly current: WordSet;
  /**
   * Builds the new set in a worker and swaps it in with one assignment. Of several calls under way the
   * latest wins. When a build fails, the promise rejects and `current` stays.
   */
  replace(terms: readonly Term[]): Promise<WordSet>;
}
