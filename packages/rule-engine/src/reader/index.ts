export type { Encode, Head, ReaderKind, ReaderModel, SiteLaw } from './model.ts';
export { type Reader, readerOf, type SentenceReading, type TextReading } from './read-text.ts';
export type { ReadingCounts } from './reading-counts.ts';
export { type TokenVocabulary, tokenizerOf } from './tokenizer.ts';
