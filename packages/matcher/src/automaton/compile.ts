import type { FoldTable } from '../folding/fold-table.ts';
import { foldTable } from '../folding/fold-table-cache.ts';
import { ALL_FOLDS, foldBits, foldNames } from '../folding/names.ts';
import type { CompileOptions, Term, WordSet, WordSetTables } from '../types.ts';
import { pack } from './double-array.ts';
import { buildGramFilter } from './gram-filter.ts';
import { markClasses } from './mark-classes.ts';
import { outputEntries } from './output-entries.ts';
import { foldTerms, literalTable } from './patterns.ts';
import { createScanner } from './scan.ts';
import { buildTrie, numberClasses } from './trie.ts';

/**
 * Compiles terms into a word set. 10,000 terms take about 60 ms, 100,000 about 700 ms: build large sets with
 * `compileInWorker`. Terms that can never match are listed in `ignored`; nothing throws.
 */
export function compile(terms: readonly Term[], options: CompileOptions = {}): WordSet {
  return fromTables(buildTables(terms, options));
}

/** Does the work of `compile` and gives the tables, all of them on shared memory where that exists. */
export function buildTables(terms: readonly Term[], options: CompileOptions = {}): WordSetTables {
  const bits = options.folds === undefined ? ALL_FOLDS : foldBits(options.folds);
  const patterns = foldTerms(terms, bits);
  const classes = numberClasses(patterns);
  const classCount = classes.reduce((most, number) => Math.max(most, number), 0);
  const { states, links, depths, outputs } = pack(buildTrie(patterns, classes), classCount);
  markClasses(classes, patterns);
  return {
    size: terms.length,
    foldBits: bits,
    classes: shared(Uint16Array, trimmed(classes)),
    grams: shared(Int32Array, buildGramFilter(patterns, classes)),
    states: shared(Int32Array, states),
    links: shared(Int32Array, links),
    depths: shared(Uint8Array, depths),
    outputs: shared(Int32Array, outputEntries(outputs, patterns)),
    patterns: shared(Int32Array, patterns.fields),
    units: shared(Int32Array, patterns.units),
    written: shared(Uint16Array, patterns.written),
    gapBefore: shared(Uint16Array, patterns.gapBefore),
    gaps: shared(Int32Array, patterns.gaps),
    literals: shared(Int32Array, [...patterns.table.literals]),
    ignored: shared(Int32Array, patterns.ignored),
  };
}

/** A word set over tables that were built elsewhere, without copying them. */
export function fromTables(tables: WordSetTables): WordSet {
  const table: FoldTable = literalTable(foldTable(tables.foldBits), new Set(tables.literals));
  const { scan, find } = createScanner(tables, table);
  return {
    size: tables.size,
    folds: foldNames(tables.foldBits),
    ignored: Array.from(tables.ignored),
    byteLength: byteLength(tables),
    tables,
    scan,
    find,
  };
}

function byteLength(tables: WordSetTables): number {
  return Object.values(tables).reduce(
    (sum, value) => sum + (ArrayBuffer.isView(value) ? value.byteLength : 0),
    0,
  );
}

/** Without the zeros behind the last unit in use: a Latin dictionary needs a few hundred entries. */
function trimmed(classes: Uint16Array): Uint16Array {
  return classes.subarray(0, classes.findLastIndex((number) => number !== 0) + 1);
}

interface ArrayType<T> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike): T & { set(values: ArrayLike<number>): void };
}

function shared<T>(Type: ArrayType<T>, values: ArrayLike<number>): T {
  const bytes = values.length * Type.BYTES_PER_ELEMENT;
  const buffer =
    typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes);
  const array = new Type(buffer);
  array.set(values);
  return array;
}
