export { type MessagePart, messageParts } from './message-parts.ts';
export { readersOf } from './readers.ts';
export {
  type RefusedSample,
  refusedSamples,
  type Sample,
  type SampleHashes,
  shrunkSamples,
} from './samples.ts';
export { type Unreadable, unreadable } from './unreadable.ts';
