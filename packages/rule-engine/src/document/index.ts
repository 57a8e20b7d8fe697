export { structureOf, type TextStructure } from './structure.ts';
export { tokenize } from './tokens.ts';
