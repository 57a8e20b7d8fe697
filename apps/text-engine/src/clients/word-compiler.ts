import { Worker } from 'node:worker_threads';
import { fromTables, type Term, type WordSet, type WordSetTables } from '@redline/matcher';
import { compileWords } from '../domain/custom-words.ts';

/** Compiles word lists: long ones in a thread of their own, so that checks go on meanwhile. */
export interface WordCompiler {
  /** @throws Error when the thread cannot start, fails, or takes longer than its time */
  readonly compile: (terms: readonly Term[]) => Promise<readonly WordSet[]>;
  readonly stop: () => Promise<void>;
}

/** What goes to the thread: terms column by column, which crosses in a fraction of the time of objects. */
export interface CompileRequest {
  readonly id: number;
  readonly texts: readonly string[];
  /** 1 for each term that may stand inside a longer word. */
  readonly unbounded: Uint8Array;
}

export type CompileReply =
  | { readonly id: number; readonly tables: readonly WordSetTables[] }
  | { readonly id: number; readonly fault: string };

interface Asked {
  readonly resolve: (sets: readonly WordSet[]) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

export interface WordCompilerOptions {
  /** Lists up to this many terms are compiled at once on the caller's thread: 1,000 take some 6 ms. */
  readonly hereMax?: number;
  readonly timeoutMs?: number;
  readonly workerUrl?: URL;
}

/**
 * The thread is started with the first long list and kept: one that has compiled before needs 60 to 100 ms of its core
 * for 20,000 words, a new one 400 ms. After a failure the next list starts another.
 */
export function createWordCompiler(options: WordCompilerOptions = {}): WordCompiler {
  const { hereMax = 1_000, timeoutMs = 15_000, workerUrl = besideThisFile() } = options;
  const asked = new Map<number, Asked>();
  let lastId = 0;
  let worker: Worker | undefined;

  const settle = (id: number, act: (one: Asked) => void) => {
    const one = asked.get(id);
    if (!one) return;
    asked.delete(id);
    clearTimeout(one.timer);
    act(one);
  };

  const fail = (failed: Worker, reason: Error) => {
    if (worker !== failed) return;
    worker = undefined;
    for (const id of [...asked.keys()]) settle(id, ({ reject }) => reject(reason));
    void failed.terminate();
  };

  const start = (): Worker => {
    const started = new Worker(workerUrl);
    started.unref();
    started.on('message', (reply: CompileReply) =>
      settle(reply.id, ({ resolve, reject }) =>
        'tables' in reply ? resolve(reply.tables.map(fromTables)) : reject(new Error(reply.fault)),
      ),
    );
    started.on('error', (error) => fail(started, error instanceof Error ? error : new Error(String(error))));
    started.on('exit', (code) => fail(started, new Error(`the word compiler ended with code ${code}`)));
    return started;
  };

  return {
    async compile(terms) {
      if (terms.length <= hereMax) return compileWords(terms);
      worker ??= start();
      const used = worker;
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        const late = new Error(`${terms.length} words were not compiled within ${timeoutMs} ms`);
        const timer = setTimeout(() => fail(used, late), timeoutMs);
        asked.set(id, { resolve, reject, timer });
        used.postMessage(requestOf(id, terms));
      });
    },
    async stop() {
      const stopped = worker;
      if (stopped) fail(stopped, new Error('the word compiler was stopped'));
    },
  };
}

function requestOf(id: number, terms: readonly Term[]): CompileRequest {
  const unbounded = Uint8Array.from(terms, ({ boundary }) => (boundary === 'none' ? 1 : 0));
  return { id, texts: terms.map(({ text }) => text), unbounded };
}

/** Sources run as they are in development; a bundle has the thread's code as a second entry beside it. */
function besideThisFile(): URL {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new URL(`./word-compiler-thread.${extension}`, import.meta.url);
}
