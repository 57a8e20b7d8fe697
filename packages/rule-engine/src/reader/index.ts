export type { Encode, Head, ReaderModel, SiteLaw } from './model.ts';
export { type Reader, readerOf, type SentenceReading, type TextReading } from './read-text.ts';
export { type TokenVocabulary, tokenizerOf } from './tokenizer.ts';
