import type { Trie } from './trie.ts';

/** Numbers kept for each state, and their places. A state is known by the index of its first number. */
export const STATE_SHIFT = 2;
/** Where its children are: the child by class c is the state at base + 4c, if that is owned by it. */
export const BASE = 0;
export const OWNER = 1;
/**
 * The state of the longest proper suffix that is also the start of a pattern; the root when that is but one
 * step long, since the scan finds its way from there by the pair filter.
 */
export const FAIL = 2;
/** First entry of the list of patterns that end here, in this state or by a suffix; 0 for none. */
export const OUT = 3;

const FREE = -1;
/** Places tried for a state with several children before the array is made longer. */
const TRIES_MAX = 48;

export interface Packed {
  readonly states: Int32Array;
  readonly outputs: Int32Array;
}

/**
 * Packs the tree into one array (Aoe 1989, "An Efficient Digital Search Algorithm by Using a Double-Array
 * Structure") and links it (Aho and Corasick 1975).
 */
export function pack(trie: Trie, classCount: number): Packed {
  const array = new SlotArray(trie.states, classCount);
  const place = new Int32Array(trie.states);
  placeStates(trie, array, place, classCount);
  const outputs = linkStates(trie, array, place);
  array.cutFailsToDepthOne();
  return { states: array.finish(), outputs };
}

/**
 * Gives every state its place. States that several patterns share come first and close together, nearest to
 * the root before the others: most of a text's steps fall on them, and so they stay in the processor's cache.
 * Behind them come the ends of single patterns, each one a row of neighbours.
 */
function placeStates(trie: Trie, array: SlotArray, place: Int32Array, classCount: number): void {
  const shared = countPatterns(trie);
  const children = new Int32Array(classCount + 1);
  const queue = new Int32Array(trie.states);
  const ends: number[] = [];
  let tail = 1;
  array.take(0, 0);
  const placeFamily = (state: number): void => {
    let count = 0;
    for (let c = trie.firstChild[state] as number; c !== 0; c = trie.nextSibling[c] as number)
      children[count++] = c;
    if (count === 0) return;
    const slot = place[state] as number;
    const base = array.findBase(children, count, trie.label);
    array.setBase(slot, base);
    for (let i = 0; i < count; i++) {
      const child = children[i] as number;
      place[child] = base + (trie.label[child] as number);
      array.take(place[child] as number, slot);
      if ((shared[child] as number) > 1) queue[tail++] = child;
      else if (trie.firstChild[child] !== 0) ends.push(child);
    }
  };
  for (let head = 0; head < tail; head++) placeFamily(queue[head] as number);
  for (let next = ends.pop(); next !== undefined; next = ends.pop()) placeFamily(next);
}

/** How many patterns lead through each state. Children have higher numbers than their parents. */
function countPatterns(trie: Trie): Int32Array {
  const counts = new Int32Array(trie.states);
  for (const state of trie.endOf) counts[state] = (counts[state] as number) + 1;
  for (let state = trie.states - 1; state > 0; state--) {
    const parent = trie.parent[state] as number;
    counts[parent] = (counts[parent] as number) + (counts[state] as number);
  }
  return counts;
}

/** Links in one walk by breadth: when a state is reached, all states nearer to the root have their links. */
function linkStates(trie: Trie, array: SlotArray, place: Int32Array): Int32Array {
  const outputs = new OutputLists(trie);
  const queue = new Int32Array(trie.states);
  let tail = 1;
  for (let head = 0; head < tail; head++) {
    const state = queue[head] as number;
    const slot = place[state] as number;
    if (state !== 0) {
      array.setOut(slot, outputs.join(outputs.list(state), array.outOf(array.failOf(slot))));
    }
    for (let c = trie.firstChild[state] as number; c !== 0; c = trie.nextSibling[c] as number) {
      queue[tail++] = c;
      const fail = state === 0 ? 0 : array.step(array.failOf(slot), trie.label[c] as number);
      array.setFail(place[c] as number, fail);
    }
  }
  return outputs.toArray();
}

/** The lists of patterns by state: two numbers an entry, pattern and next entry. Entry 0 is the empty list. */
class OutputLists {
  private readonly entries: Int32Array;
  private readonly firstOf: Int32Array;

  constructor(trie: Trie) {
    this.entries = new Int32Array((trie.endOf.length + 1) * 2);
    this.firstOf = new Int32Array(trie.states);
    for (let pattern = trie.endOf.length - 1; pattern >= 0; pattern--) {
      const entry = pattern + 1;
      const state = trie.endOf[pattern] as number;
      this.entries[entry * 2] = pattern;
      this.entries[entry * 2 + 1] = this.firstOf[state] as number;
      this.firstOf[state] = entry;
    }
  }

  list(state: number): number {
    return this.firstOf[state] as number;
  }

  /** Puts the shorter patterns, which end by the suffix link, behind the state's own. */
  join(own: number, suffix: number): number {
    if (own === 0) return suffix;
    let last = own;
    while ((this.entries[last * 2 + 1] as number) !== 0) last = this.entries[last * 2 + 1] as number;
    this.entries[last * 2 + 1] = suffix;
    return own;
  }

  toArray(): Int32Array {
    return this.entries;
  }
}

/** The double array while it is filled; free slots are kept in a ring linked through two arrays. */
class SlotArray {
  private data: Int32Array;
  private nextFree: Int32Array;
  private slots: number;
  private holesFrom = 1;
  private familiesFrom = 1;
  private used = 0;
  private readonly classCount: number;

  constructor(states: number, classCount: number) {
    this.classCount = classCount;
    this.slots = states + classCount + 1024;
    this.data = new Int32Array(this.slots * 4);
    this.nextFree = new Int32Array(this.slots);
    this.addFree(0, this.slots);
  }

  private addFree(from: number, to: number): void {
    for (let slot = from; slot < to; slot++) {
      this.data[slot * 4 + OWNER] = FREE;
      this.nextFree[slot] = slot + 1;
    }
  }

  private isFree(slot: number): boolean {
    return this.data[slot * 4 + OWNER] === FREE;
  }

  /** First free slot from `slot` on, with the links shortened on the way. */
  private freeFrom(slot: number): number {
    let found = slot;
    while (found < this.slots && !this.isFree(found)) found = this.nextFree[found] as number;
    let walked = slot;
    while (walked < found) {
      const next = this.nextFree[walked] as number;
      this.nextFree[walked] = found;
      walked = next;
    }
    return found;
  }

  /**
   * A base at which every child's slot is free. Only children fill the holes in order, so that the states of
   * one ending lie side by side. Families are looked for from where the last one was put: the crowded start
   * is not searched again and again.
   */
  findBase(children: Int32Array, count: number, label: Uint16Array): number {
    let lowest = label[children[0] as number] as number;
    for (let i = 1; i < count; i++) lowest = Math.min(lowest, label[children[i] as number] as number);
    if (count === 1) {
      this.holesFrom = this.freeFrom(this.holesFrom);
      const hole = this.freeFrom(Math.max(this.holesFrom, lowest + 1));
      this.reserve(hole + this.classCount + 1);
      return hole - lowest;
    }
    let slot = this.freeFrom(Math.max(this.familiesFrom, lowest + 1));
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      this.reserve(slot + this.classCount + 1);
      if (this.fits(slot - lowest, children, count, label)) break;
      slot = tries === TRIES_MAX - 1 ? this.used + 1 : this.freeFrom(slot + 1);
    }
    this.reserve(slot + this.classCount + 1);
    this.familiesFrom = slot;
    return slot - lowest;
  }

  private fits(base: number, children: Int32Array, count: number, label: Uint16Array): boolean {
    for (let i = 0; i < count; i++) {
      if (!this.isFree(base + (label[children[i] as number] as number))) return false;
    }
    return true;
  }

  private reserve(slots: number): void {
    if (slots < this.slots) return;
    const grown = Math.max(slots + 1, Math.ceil(this.slots * 1.3));
    const data = new Int32Array(grown * 4);
    data.set(this.data);
    const nextFree = new Int32Array(grown);
    nextFree.set(this.nextFree);
    this.data = data;
    this.nextFree = nextFree;
    this.addFree(this.slots, grown);
    this.slots = grown;
  }

  take(slot: number, owner: number): void {
    this.data[slot * 4 + OWNER] = owner * 4;
    this.used = Math.max(this.used, slot);
  }

  setBase(slot: number, base: number): void {
    this.data[slot * 4 + BASE] = base * 4;
  }

  setFail(slot: number, fail: number): void {
    this.data[slot * 4 + FAIL] = fail * 4;
  }

  setOut(slot: number, entry: number): void {
    this.data[slot * 4 + OUT] = entry;
  }

  failOf(slot: number): number {
    return (this.data[slot * 4 + FAIL] as number) / 4;
  }

  cutFailsToDepthOne(): void {
    for (let state = 0; state <= this.used * 4; state += 4) {
      const fail = this.data[state + FAIL] as number;
      if (fail !== 0 && this.data[fail + OWNER] === 0) this.data[state + FAIL] = 0;
    }
  }

  outOf(slot: number): number {
    return this.data[slot * 4 + OUT] as number;
  }

  /** Where a state goes by a class, over its suffixes if need be. */
  step(from: number, label: number): number {
    let state = from * 4;
    for (;;) {
      const next = (this.data[state + BASE] as number) + label * 4;
      if (this.data[next + OWNER] === state) return next / 4;
      if (state === 0) return 0;
      state = this.data[state + FAIL] as number;
    }
  }

  /** The array without its unused end, but long enough that no step from any state leaves it. */
  finish(): Int32Array {
    return this.data.slice(0, (this.used + this.classCount + 2) * 4);
  }
}
