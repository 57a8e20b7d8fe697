export { type BringUpOptions, bringUp, type Stack } from './stack/bring-up.ts';
export { type Paths, pathsOf } from './stack/paths.ts';
