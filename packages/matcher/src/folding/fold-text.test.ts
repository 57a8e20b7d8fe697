import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, foldNames, isWordBoundary, spanOf } from '../index.ts';
import { CAPITAL_LOOKALIKES, LOOKALIKES, STROKES } from './lookalikes.ts';
import { TRADITIONAL_FROM, TRADITIONAL_TO } from './traditional.ts';

const ROWS: readonly (readonly [string, string])[] = [
  ['ecz3m@ m0ringa', 'eczema moringa'],
  ['e n d s   a n g i n a!', 'ends   angina!'],
  ['m*e*n*d*s l u m b a g o in a', 'mends lumbago in a'],
  ['C.0.P.D', 'copd'],
  ['s-e-d-4-n st1ckers', 'sedan stickers'],
  ['can*cer c🔥ure', 'cancer cure'],
  ['最*好 第 一，全國', '最好第一,全国'],
  ['freeeee B12 mp3 $5 24/7', 'free b12 mp3 $5 24/7'],
  ['Á x\u200by ㎏ don’t side—effects', "a xy kg don't side-effects"],
  ['R&D and/or re-verses', 'r&d and/or re-verses'],
  ['𝐜𝐮𝐫𝐞 🅲🆄🆁🅴 ｆｒｅｅ', 'cure cure free'],
  ['it is a b cure', 'it is a b cure'],
];

describe('fold', () => {
  it.each(ROWS)('%s', (text, folded) => {
    expect(fold(text).text).toBe(folded);
  });

  it('leads back to the original', () => {
    const text = 'x c a n c e r y';
    const folded = fold(`🙂 ｆｒ\u200bee ${text}`, ['width', 'zero-width']);
    const at = folded.text.indexOf('free');
    const span = spanOf(folded, at, at + 4);
    expect(span.start).toBe(3);
    expect(span.end).toBe(8);
    expect(foldNames(span.folds)).toEqual(['width', 'zero-width']);
  });

  it('gives every unit a piece of the original, in order, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const { text: plain, start, end, folds } = fold(text);
        expect([start.length, end.length, folds.length]).toEqual([plain.length, plain.length, plain.length]);
        for (let at = 0; at < plain.length; at++) {
          expect(start[at]).toBeLessThan(end[at] as number);
          expect(end[at]).toBeLessThanOrEqual(text.length);
          if (at > 0) expect(start[at]).toBeGreaterThanOrEqual(start[at - 1] as number);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('does nothing to plain text when no fold is asked for', () => {
    expect(fold('Ｆree c@re', []).text).toBe('Ｆree c@re');
  });
});

describe('isWordBoundary', () => {
  const at = (marked: string): [string, number] => [marked.replace('|', ''), marked.indexOf('|')];

  it.each([
    '|cure',
    'cure|',
    'a |cure',
    'cure|,',
    '买|cure',
    'cure|手机',
    'cure|²',
    'don|’t',
    'v1|.x',
    ' |500',
    '(|a',
  ])('%s is one', (marked) => {
    expect(isWordBoundary(...at(marked))).toBe(true);
  });

  it.each([
    'cu|re',
    'se|cure',
    'cure|d',
    'cure|\u200bd',
    'cure|\u0301d',
    '1,|500',
    '10|.5',
    '69|5',
    'b|2b',
    '𝐚|b',
  ])('%s is none', (marked) => {
    expect(isWordBoundary(...at(marked))).toBe(false);
  });
});

describe('the tables', () => {
  it('read other letters as one plain Latin letter each', () => {
    for (const map of [LOOKALIKES, CAPITAL_LOOKALIKES, STROKES]) {
      for (const [shown, meant] of map) {
        expect(shown.charCodeAt(0), shown).toBeGreaterThan(0x7f);
        expect(meant, shown).toMatch(/^[A-Za-z]$/);
      }
    }
  });

  it('have a simplified character for each traditional one', () => {
    expect(TRADITIONAL_FROM.length).toBe(TRADITIONAL_TO.length);
    expect(TRADITIONAL_FROM.length).toBeGreaterThan(2500);
    expect(fold('優惠國際').text).toBe('优惠国际');
  });
});
