export { compile, fromTables } from './automaton/compile.ts';
export { fold, spanOf } from './folding/fold-text.ts';
export { FOLDS, foldBits, foldNames } from './folding/names.ts';
export { isWordBoundary } from './folding/word-boundary.ts';
export { wholeCharacters } from './graphemes.ts';
export { leftmostLongest } from './leftmost-longest.ts';
export { type CompileInWorkerOptions, compileInWorker } from './live/compile-in-worker.ts';
export { createLiveSet } from './live/live-set.ts';
export type {
  CompileOptions,
  Fold,
  FoldedText,
  FoundMatches,
  LiveSet,
  Match,
  Scan,
  ScanOptions,
  Term,
  WordSet,
  WordSetTables,
} from './types.ts';
