import type { Language } from '../language/language.ts';
import type { Break, Sentence } from './sentences.ts';
import type { Token } from './tokens.ts';

/** The words and sentences of a text, which numerals are found in. */
export interface WordStructure {
  readonly text: string;
  readonly language: Language;
  readonly tokens: readonly Token[];
  readonly breakBefore: readonly Break[];
  readonly sentences: readonly Sentence[];
  /** Sentence of each word. */
  readonly sentenceOf: readonly number[];
}
