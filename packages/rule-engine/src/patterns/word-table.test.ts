import { describe, expect, it } from 'vitest';
import { wordAt, wordTableOf } from './word-table.ts';

describe('a word table', () => {
  it('gives the value of every key, and of no other', () => {
    const entries = new Map([
      ['zhi|疗', '治'],
      ['治|liao', '疗料'],
      ['治', '只'],
      ['z', ''],
      ['𠮷|a', '吉'],
    ]);
    const table = wordTableOf(entries);
    for (const [key, value] of entries) expect(wordAt(table, key)).toBe(value);
    for (const key of ['', 'zh', 'zhi|疗治', '治|', '\u{10ffff}']) expect(wordAt(table, key)).toBeUndefined();
  });

  it('may be empty', () => {
    expect(wordAt(wordTableOf(new Map()), 'a')).toBeUndefined();
  });

  it('agrees with a map on many entries', () => {
    const entries = new Map(Array.from({ length: 5_000 }, (_, n) => [`k${(n * 7_919) % 10_007}`, `v${n}`]));
    const table = wordTableOf(entries);
    for (let n = 0; n < 10_007; n++) expect(wordAt(table, `k${n}`)).toBe(entries.get(`k${n}`));
  });
});
