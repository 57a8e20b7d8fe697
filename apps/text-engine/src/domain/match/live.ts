import type { PatternTable } from '../rules/pattern-table.ts';
import type { Rows } from '../rules/rows.ts';
import type { Occurrences } from './occurrences.ts';

/** What may match in a text: most of a pack's patterns need not be looked at. */
export interface Live {
  /** The sentences in which each pattern may match; see `sentenceBit`. */
  readonly sentences: Int32Array;
  /** 1 for each list that has such a pattern. */
  readonly lists: Uint8Array;
}

/** Looks up the patterns all of whose needs one sentence meets. */
export function liveIn(table: PatternTable, occurrences: Occurrences): Live {
  const { needs, filed, always, listsOf } = table;
  const sentences = new Int32Array(table.starts.length);
  const lists = new Uint8Array(table.lists.from.length - 1);
  const revive = (pattern: number, mask: number): void => {
    sentences[pattern] = mask;
    const end = listsOf.from[pattern + 1] ?? 0;
    for (let at = listsOf.from[pattern] ?? 0; at < end; at++) lists[listsOf.values[at] ?? 0] = 1;
  };
  for (const pattern of always) revive(pattern, -1);
  for (const of of occurrences.classes) {
    const end = filed.from[of + 1] ?? 0;
    for (let at = filed.from[of] ?? 0; at < end; at++) {
      const pattern = filed.values[at] ?? 0;
      const mask = sentences[pattern] === 0 ? sentencesMeeting(needs, pattern, occurrences) : 0;
      if (mask !== 0) revive(pattern, mask);
    }
  }
  return { sentences, lists };
}

/** The sentences in which each clause of the pattern is met. */
function sentencesMeeting(
  { values, from }: Rows,
  pattern: number,
  { places, sentences }: Occurrences,
): number {
  const end = from[pattern + 1] ?? 0;
  let met = -1;
  for (let at = from[pattern] ?? 0; at < end && met !== 0; ) {
    const next = at + 1 + (values[at] ?? 0);
    let any = 0;
    while (++at < next) any |= sentences[places[values[at] ?? 0] ?? 0] ?? 0;
    met &= any;
  }
  return met;
}
