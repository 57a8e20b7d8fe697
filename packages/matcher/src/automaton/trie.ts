import { BASE_MASK } from '../folding/kinds.ts';
import { levelOf } from './gram-filter.ts';
import { P_OFFSET, P_RUNS, P_UNITS, PATTERN_FIELDS, type Patterns, unitClass } from './patterns.ts';
import { CLASSES_MAX } from './step-table.ts';

/**
 * The patterns as a tree of states, before it is packed. A state is known by its number; the root is 0.
 * Transitions live in one hash table keyed by (state, class): inserting costs the same whether a state has
 * one child or, as the root of a Chinese dictionary, three thousand.
 */
export interface Trie {
  readonly states: number;
  readonly parent: Int32Array;
  readonly label: Uint16Array;
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  /** Steps from the root; the last of 256, where no link leads, wraps to 0. */
  readonly depth: Uint8Array;
  /**
   * 1 where a pattern goes on whose beginning has been seen by the filter (gram-filter.ts). Links to other
   * states are left out: the filter will say when a pattern there has come far enough.
   */
  readonly isKept: Uint8Array;
  /** The state each pattern ends in. */
  readonly endOf: Int32Array;
}

/** Numbers the unit classes that the patterns use, the most frequent first, from 1. */
export function numberClasses(patterns: Patterns): Uint16Array {
  const { folds } = patterns.table;
  const counts = new Uint32Array(0x10000);
  const used: number[] = [];
  for (const code of patterns.units) {
    const unit = unitClass(code & BASE_MASK, folds);
    if (counts[unit] === 0) used.push(unit);
    counts[unit] = (counts[unit] as number) + 1;
  }
  used.sort((a, b) => (counts[b] as number) - (counts[a] as number));
  if (used.length > CLASSES_MAX) {
    throw new RangeError(
      `The terms have ${used.length} different characters; at most ${CLASSES_MAX} can be told apart`,
    );
  }
  const numbers = new Uint16Array(0x10000);
  for (let i = 0; i < used.length; i++) numbers[used[i] as number] = i + 1;
  const classes = new Uint16Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit++) {
    classes[unit] = numbers[unitClass(unit, folds)] as number;
  }
  return classes;
}

/** Inserts every pattern, rows of one class as one step. */
export function buildTrie(patterns: Patterns, classes: Uint16Array): Trie {
  const statesMax = patterns.units.length + 1;
  const bits = 32 - Math.clz32(Math.max(16, statesMax * 2));
  const slots = new Int32Array(2 ** bits);
  const shift = 32 - bits;
  const mask = slots.length - 1;
  const parent = new Int32Array(statesMax);
  const label = new Uint16Array(statesMax);
  const firstChild = new Int32Array(statesMax);
  const nextSibling = new Int32Array(statesMax);
  const depth = new Uint8Array(statesMax);
  const isKept = new Uint8Array(statesMax);
  const endOf = new Int32Array(patterns.count);
  let states = 1;
  for (let pattern = 0; pattern < patterns.count; pattern++) {
    const offset = patterns.fields[pattern * PATTERN_FIELDS + P_OFFSET] as number;
    const end = offset + (patterns.fields[pattern * PATTERN_FIELDS + P_UNITS] as number);
    const rows = patterns.fields[pattern * PATTERN_FIELDS + P_RUNS] as number;
    const level = levelOf(rows);
    let row = 0;
    let state = 0;
    let previous = 0;
    for (let i = offset; i < end; i++) {
      const step = classes[(patterns.units[i] as number) & BASE_MASK] as number;
      if (step === previous) continue;
      previous = step;
      row++;
      let slot = Math.imul(Math.imul(state, 0x9e3779b1) + step, 0x85ebca6b) >>> shift;
      let child = slots[slot] as number;
      while (child !== 0 && (parent[child] !== state || label[child] !== step)) {
        slot = (slot + 1) & mask;
        child = slots[slot] as number;
      }
      if (child === 0) {
        child = states++;
        slots[slot] = child;
        parent[child] = state;
        label[child] = step;
        depth[child] = row;
        nextSibling[child] = firstChild[state] as number;
        firstChild[state] = child;
      }
      if (row >= level && row < rows) isKept[child] = 1;
      state = child;
    }
    endOf[pattern] = state;
  }
  return { states, parent, label, firstChild, nextSibling, depth, isKept, endOf };
}
