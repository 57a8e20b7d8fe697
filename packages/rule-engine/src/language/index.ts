export { languages } from './languages.ts';
export type { Sounds } from './sounds.ts';
