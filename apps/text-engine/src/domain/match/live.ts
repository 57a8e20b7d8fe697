import type { PatternTable } from '../rules/pattern-table.ts';
import type { Occurrences } from './occurrences.ts';

/** What may match in a text: most of a pack's patterns need not be looked at. */
export interface Live {
  /** For each pattern whether it may match; what was tried in vain no longer does. */
  readonly patterns: Uint8Array;
  /** For each pattern that may, the set of sentences in which; see `sentence-sets.ts`. */
  readonly sentences: Int32Array;
  /** 1 for each list that has such a pattern. */
  readonly lists: Uint8Array;
}

export const mayMatch = 1;
export const cannotMatch = 2;

/** Looks up the patterns all of whose needs one sentence meets. */
export function liveIn(table: PatternTable, occurrences: Occurrences): Live {
  const { filed, always, listsOf } = table;
  const { setWords } = occurrences;
  const patterns = new Uint8Array(table.starts.length);
  const sentences = new Int32Array(table.starts.length * setWords);
  const lists = new Uint8Array(table.lists.from.length - 1);
  const meets = meeting(table, occurrences, sentences);
  const revive = (pattern: number): void => {
    patterns[pattern] = mayMatch;
    const end = listsOf.from[pattern + 1] ?? 0;
    for (let at = listsOf.from[pattern] ?? 0; at < end; at++) lists[listsOf.values[at] ?? 0] = 1;
  };
  for (const pattern of always) {
    sentences.fill(-1, pattern * setWords, (pattern + 1) * setWords);
    revive(pattern);
  }
  for (const of of occurrences.classes) {
    const end = filed.from[of + 1] ?? 0;
    for (let at = filed.from[of] ?? 0; at < end; at++) {
      const pattern = filed.values[at] ?? 0;
      if (patterns[pattern] !== 0) continue;
      if (meets(pattern)) revive(pattern);
      else patterns[pattern] = cannotMatch;
    }
  }
  return { patterns, sentences, lists };
}

/** Tells whether there are sentences in which each clause of a pattern is met, and writes them to its set. */
function meeting(
  { needs: { values, from } }: PatternTable,
  { places, sentences, setWords }: Occurrences,
  sets: Int32Array,
): (pattern: number) => boolean {
  const any = new Int32Array(setWords);
  return (pattern) => {
    const set = pattern * setWords;
    const end = from[pattern + 1] ?? 0;
    sets.fill(-1, set, set + setWords);
    for (let at = from[pattern] ?? 0; at < end; ) {
      const next = at + 1 + (values[at] ?? 0);
      any.fill(0);
      while (++at < next) {
        const place = places[values[at] ?? 0] ?? 0;
        if (place === 0) continue;
        for (let word = 0; word < setWords; word++)
          any[word] = (any[word] ?? 0) | (sentences[place * setWords + word] ?? 0);
      }
      let left = 0;
      for (let word = 0; word < setWords; word++) {
        const met = (sets[set + word] ?? 0) & (any[word] ?? 0);
        sets[set + word] = met;
        left |= met;
      }
      if (left === 0) return false;
    }
    return true;
  };
}
