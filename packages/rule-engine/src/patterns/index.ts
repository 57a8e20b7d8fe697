export { type Reader, readText } from './read-text.ts';
export type { Reading } from './run-list.ts';
export type { SoundTable } from './sound-table.ts';
export { type RawSpellingFile, spellingFileSchema } from './spelling-schema.ts';
export { occurrencesOf } from './term-hits.ts';
