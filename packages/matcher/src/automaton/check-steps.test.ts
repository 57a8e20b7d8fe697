import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldTable } from '../folding/fold-table-cache.ts';
import type { Term } from '../types.ts';
import { buildTables } from './compile.ts';
import { createScanner, type Scanner } from './scan.ts';

const UNITS = 16_000;
/** The most that any of these texts needs for each of its units; shop copy needs less than one. */
const STEPS_PER_UNIT_MAX = 64;
const TIMEOUT_MS = 60_000;

const scannerOf = (terms: readonly Term[]): Scanner => {
  const tables = buildTables(terms);
  return createScanner(tables, foldTable(tables.foldBits));
};
const words = 'aa aaa aba abab ab ill lol ff fi sos e3e cure free eczema kg 88 b12 哈哈 哈啊哈 第一'.split(
  ' ',
);
const phrases = ['a a', 'a b a', 'i l l', 'free free', '第 一', 'ab-ab'];
const texts = [...words, ...phrases];
const scanners: Readonly<Record<string, Scanner>> = {
  words: scannerOf(texts.map((text) => ({ text }))),
  'words anywhere': scannerOf(texts.map((text) => ({ text, boundary: 'none' }))),
  'a word that repeats itself': scannerOf([{ text: 'ab'.repeat(20) }, { text: 'a'.repeat(40) }]),
};

/** A check for each unit that reads all units behind it would take thousands of steps a unit. */
function expectFewSteps(unit: string): void {
  const text = unit.repeat(Math.ceil(UNITS / unit.length));
  for (const [name, { scan, checkSteps }] of Object.entries(scanners)) {
    scan(text, { limit: Number.POSITIVE_INFINITY });
    expect(checkSteps() / text.length, `${name} in ${JSON.stringify(unit)}`).toBeLessThan(STEPS_PER_UNIT_MAX);
  }
}

describe('checks look at a bounded number of units for each unit of the text', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['one letter', 'a'],
    ['capitals between', 'aA'],
    ['two letters in turns', 'ab'],
    ['letters of one class', 'il1'],
    ['digits and signs for letters', 'l1!'],
    ['a word begun again and again', 'fre'],
    ['a word that overlaps itself', 'aba'],
    ['dots between', 'a.'],
    ['spaced letters', 'a '],
    ['wide gaps', `a${' '.repeat(300)}`],
    ['emoji between', 'a🔥'],
    ['full width', 'ａ'],
    ['zero width between', 'a\u200b'],
    ['more zero width than a boundary looks past', `a${'\u200b'.repeat(17)}`],
    ['a flood of zero width', `ab${'\u200b'.repeat(300)}`],
    ['marks', 'a\u0301'],
    ['a flood of marks', `a${'\u0301'.repeat(300)}`],
    ['mathematical letters', '𝐚'],
    ['ligatures', 'ﬀ'],
    ['units that fold to several', '㎏'],
    ['Chinese', '哈'],
    ['signs', '@'],
  ];

  it.each(rows)('%s', (_, unit) => {
    expectFewSteps(unit);
  });

  it(
    'whatever is repeated',
    () => {
      const piece = fc.constantFrom(
        ...Array.from('abilfe13 .-*!@$哈第一,\n\u200b\u0301\u00adａАﬀ㎏'),
        '🔥',
        '𝐚',
      );
      fc.assert(
        fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) =>
          expectFewSteps(pieces.join('')),
        ),
        { numRuns: 60, seed: 20_261_121 },
      );
    },
    TIMEOUT_MS,
  );
});
