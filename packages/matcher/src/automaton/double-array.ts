import { OutputLists } from './output-lists.ts';
import { SlotArray } from './slot-array.ts';
import type { Trie } from './trie.ts';

export interface Packed {
  readonly states: Int32Array;
  readonly links: Int32Array;
  readonly depths: Uint8Array;
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
  const { states, links } = array.finish();
  const depths = new Uint8Array(states.length >> 1);
  for (let state = 0; state < trie.states; state++)
    depths[place[state] as number] = trie.depth[state] as number;
  return { states, links, depths, outputs };
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

/** Counts the patterns that lead through each state. Children have higher numbers than their parents. */
function countPatterns(trie: Trie): Int32Array {
  const counts = new Int32Array(trie.states);
  for (const state of trie.endOf) counts[state] = (counts[state] as number) + 1;
  for (let state = trie.states - 1; state > 0; state--) {
    const parent = trie.parent[state] as number;
    counts[parent] = (counts[parent] as number) + (counts[state] as number);
  }
  return counts;
}

/**
 * Links in one walk by breadth: when a state is reached, all states nearer to the root have their links. The
 * outputs of all suffixes are joined, whether the scan follows the link or not.
 */
function linkStates(trie: Trie, array: SlotArray, place: Int32Array): Int32Array {
  const outputs = new OutputLists(trie);
  const queue = new Int32Array(trie.states);
  for (let state = 1; state < trie.states; state++) {
    if (trie.isKept[state] === 1) array.setKept(place[state] as number);
  }
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
