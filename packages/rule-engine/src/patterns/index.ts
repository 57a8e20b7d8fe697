export { occurrencesOf } from './occurrences.ts';
export { type PatternNode, parsePattern } from './pattern-syntax.ts';
export { type Scanner, scanText } from './scan-text.ts';
export type { ScannedText } from './scanned-text.ts';
export type { SoundTable } from './sound-table.ts';
export { type RawSpellingFile, spellingFileSchema } from './spelling-schema.ts';
