import { compile } from '../automaton/compile.ts';
import type { LiveSet, Term, WordSet } from '../types.ts';
import { type CompileInWorkerOptions, compileInWorker } from './compile-in-worker.ts';

/**
 * Holds the word set in use and replaces it while others scan. Nothing is locked: a scan that has begun keeps
 * the set it began with, the next one takes the new set.
 *
 * @param options for every set; `current` is an empty set until the first `replace` is done
 */
export function createLiveSet(options: CompileInWorkerOptions = {}): LiveSet {
  let current: WordSet = compile([], options);
  let asked = 0;
  let shown = 0;
  return {
    get current() {
      return current;
    },
    async replace(terms: readonly Term[]): Promise<WordSet> {
      const turn = ++asked;
      const built = await compileInWorker(terms, options);
      if (turn > shown) {
        shown = turn;
        current = built;
      }
      return built;
    },
  };
}
