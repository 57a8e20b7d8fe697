export type { Candidate, Considered } from './candidate.ts';
export { cuesOf } from './cues.ts';
export type { Words } from './scope.ts';
export { placesIn } from './spans.ts';
