/** Entry of the worker thread that `compileInWorker` starts: builds one set of tables and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { buildTables } from '../automaton/compile.ts';
import type { CompileOptions } from '../types.ts';
import { type PackedTerms, unpackTerms } from './packed-terms.ts';

const { terms, options } = workerData as { terms: PackedTerms; options: CompileOptions };
parentPort?.postMessage(buildTables(unpackTerms(terms), options));
