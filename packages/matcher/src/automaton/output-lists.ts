import type { Trie } from './trie.ts';

/** The lists of patterns by state: two numbers an entry, pattern and next entry. Entry 0 is the empty list. */
export class OutputLists {
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
