export type { Sounds } from './sounds.ts';
