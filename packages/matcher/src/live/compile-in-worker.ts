import { Worker } from 'node:worker_threads';
import { fromTables } from '../automaton/compile.ts';
import type { CompileOptions, Term, WordSet, WordSetTables } from '../types.ts';
import { packTerms } from './packed-terms.ts';

export interface CompileInWorkerOptions extends CompileOptions {
  /** The URL of the worker's entry, if a bundler has moved it from beside this file. */
  readonly workerUrl?: URL;
  /** Longest the build may take; 30 s unless said. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;

/**
 * Compiles terms in a worker thread, so that this thread goes on scanning. The tables come back on shared
 * memory, without a copy.
 *
 * @throws when the worker cannot start, fails, or takes longer than `timeoutMs`
 */
export function compileInWorker(
  terms: readonly Term[],
  options: CompileInWorkerOptions = {},
): Promise<WordSet> {
  const { workerUrl = besideThisFile(), timeoutMs = TIMEOUT_MS, folds } = options;
  const worker = new Worker(workerUrl, {
    workerData: { terms: packTerms(terms), options: folds === undefined ? {} : { folds } },
  });
  return new Promise<WordSet>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The word set was not built within ${timeoutMs} ms`)),
      timeoutMs,
    );
    const settle = (act: () => void) => {
      clearTimeout(timer);
      act();
    };
    worker.once('message', (tables: WordSetTables) => settle(() => resolve(fromTables(tables))));
    worker.once('error', (error) => settle(() => reject(error)));
    worker.once('exit', (code) => settle(() => reject(new Error(`The worker ended with code ${code}`))));
  }).finally(() => worker.terminate());
}

/** Sources run as they are in development; a bundle has the worker as a second entry beside it. */
function besideThisFile(): URL {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new URL(`./compile-worker.${extension}`, import.meta.url);
}
